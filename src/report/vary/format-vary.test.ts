import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { formatExact } from '../text/exact-rates.ts'
import { finishText } from '../text/finish-text.ts'
import { createPaint } from '../text/paint.ts'
import { formatSample, type VariantSample } from './format-sample.ts'
import { changedMessages, describeEdits, describeEvidence, describeUnjudged, formatVary } from './format-vary.ts'
import { formatVaryMarkdown } from './format-vary-markdown.ts'
import { toComparison } from './to-comparison.ts'
import { madeUpBrittleness, madeUpVariation } from './variation.fixture.ts'

const golden = (name: string, text: string): void => {
  const file = resolve(import.meta.dirname, '../../../tests/report', name)
  if (process.env.UPDATE_GOLDENS === '1') writeFileSync(file, text)
  expect(text).toBe(readFileSync(file, 'utf8'))
}
const plain = createPaint(false)
const esc = String.fromCharCode(27)
const nothing = { families: [], conversations: [], brittle: [], unconfirmed: [], simulated: 0, rate: null }
const hostile = '| <script>x</script> ![i](http://e.vil/x) `c` @octo #1 --> \n\n# head\u202e\u001b[31m'

describe('what varying found, in a terminal', () => {
  it('reads as it did', () => {
    golden('vary-plain.out', `${formatVary(madeUpVariation(), plain)}\n`)
  })
  it('paints the same text', () => {
    const painted = finishText(formatVary(madeUpVariation(), createPaint(true)))
    expect(painted).toContain(`${esc}[31m✗${esc}[39m`)
    expect(painted.replaceAll(new RegExp(`${esc}\\[\\d+m`, 'g'), '').replaceAll(/\[-|-\]|\{\+|\+\}/g, '')).toBe(
      formatVary(madeUpVariation(), plain).replaceAll(/\[-|-\]|\{\+|\+\}/g, ''),
    )
  })
  it('tells a gate of each kind, and that nothing was judged', () => {
    const told = (verdict: 'open' | 'shut' | 'not enough'): string =>
      formatVary(madeUpVariation({ ...nothing, gate: { brittle: 0, verdict, reason: 'why' } }), plain).split('\n')[0] ??
      ''
    expect([told('open'), told('shut'), told('not enough')]).toEqual([
      'gate open: why',
      'gate shut: why',
      'gate shut, not enough evidence: why',
    ])
  })
  it('says how many it leaves out', () => {
    const many = Array.from({ length: 25 }, (_, index) => madeUpBrittleness({ id: `c ${index}` }))
    const seen = Array.from({ length: 23 }, (_, index) => ({
      ...madeUpVariation().unconfirmed[0],
      variant: `v ${index}`,
    }))
    const text = formatVary(
      madeUpVariation({ brittle: many, unconfirmed: seen as ReturnType<typeof madeUpVariation>['unconfirmed'] }),
      plain,
    )
    expect(text).toContain('5 more edits that break: --json has all')
    expect(text).toContain(' and 3 more')
    expect(text.match(/✗/g)).toHaveLength(20)
  })
  it('lets no text of others write to the terminal', () => {
    const found = madeUpBrittleness({
      suite: hostile,
      conversation: hostile,
      difference: { kind: 'calls', at: null, what: hostile },
    })
    const text = formatVary(madeUpVariation({ brittle: [found], seed: hostile }), plain)
    expect(text).not.toContain(esc)
    expect(text).not.toContain('\u202e')
  })
})

describe('the words of it', () => {
  it('name two edits, and count the others', () => {
    const [edit] = madeUpBrittleness().edits
    const told = (count: number): string =>
      describeEdits({
        edits: Array.from({ length: count }, (_, index) => ({ ...edit, words: `edit ${index}` })) as never,
      })
    expect([0, 1, 2, 4].map(told)).toEqual(['', 'edit 0', 'edit 0, edit 1', 'edit 0, edit 1 and 2 more'])
  })
  it('show messages that differ, and all as one where there are more or fewer', () => {
    const { typed } = madeUpBrittleness()
    expect(changedMessages(typed)).toEqual([{ was: 'Yes, please go ahead.', now: 'Yes, pls go ahead.' }])
    expect(changedMessages({ original: ['Hi. Is it here?'], variant: ['Hi.', 'Is it here?'] })).toEqual([
      { was: 'Hi. Is it here?', now: 'Hi. ⏎ Is it here?' },
    ])
  })
  it('tell how sure it is', () => {
    expect(describeEvidence(madeUpBrittleness())).toBe(
      'chat abbreviations 1: broke in 6 of 6 pairs (p = 0.029); 4 edits shrunk to 1; 1 more variant came to the same',
    )
    const pairs = { pairs: 9, onlyOriginal: 9, onlyVariant: 0, p: 0.0001, adjusted: 0.0004 }
    expect(describeEvidence(madeUpBrittleness({ pairs, alike: [], foundWith: 1, shrunk: false }))).toBe(
      'chat abbreviations 1: broke in 9 of 9 pairs (p < 0.001); 1 edit, maybe not the fewest',
    )
  })
  it('say what was not judged as run says it', () => {
    expect(madeUpVariation().conversations.map(describeUnjudged)).toEqual([
      '',
      'fails by itself: 1 of 3 runs of the conversation as it is written passed',
      'errored: busy',
      'skipped: unsafe: the agent front-desk can call cancel_order; declare it harmless, or give --allow-tools',
      'nothing to vary: no operator has anything to change in it',
      'not run: its share of 3 turns is too small for one variant',
    ])
    expect([formatExact(null), formatExact({ share: 0, interval: [0, 0.0881] })]).toEqual(['-', '0 to 8.8 %'])
  })
})

describe('what varying found, as Markdown', () => {
  it('reads as it did', () => {
    golden('vary-markdown.out', formatVaryMarkdown(madeUpVariation()))
  })
  it('is a table alone where nothing was found', () => {
    const markdown = formatVaryMarkdown(madeUpVariation(nothing))
    expect(markdown.match(/^#+ /gm)).toEqual(['## '])
  })
  it('keeps text of others as text', () => {
    const found = madeUpBrittleness({
      ...{ suite: hostile, conversation: hostile, file: hostile },
      difference: { kind: 'calls', at: null, what: hostile },
      typed: { original: [hostile], variant: [`${hostile}\n\`\`\`\n# out`] },
    })
    const markdown = formatVaryMarkdown(madeUpVariation({ brittle: [found], seed: hostile }))
    const outside = markdown.replaceAll(/^(`{3,}).*\n[\s\S]*?^\1$/gm, '')
    expect(outside).not.toMatch(/<script|!\[|@octo|#1\b|\u202e|^# /m)
    expect(markdown).not.toContain(esc)
  })
  it('says how many it leaves out', () => {
    const brittle = Array.from({ length: 23 }, () => madeUpBrittleness())
    expect(formatVaryMarkdown(madeUpVariation({ brittle }))).toContain('\nand 3 more\n')
  })
})

describe('what varying found, on the page of comparisons', () => {
  const page = toComparison(madeUpVariation())
  it('has each brittleness as a conversation that got worse, and those that could not be judged', () => {
    expect(page.conversations.map(({ name, verdict, certainty }) => [name, verdict, certainty])).toEqual([
      ['cancels an order: types "pls" for "please"', 'regressed', 'hard break'],
      ['is fails by itself', 'not comparable', null],
      ['is errored', 'not comparable', null],
      ['is unsafe', 'not comparable', null],
      ['is nothing to vary', 'not comparable', null],
      ['is not run', 'not comparable', null],
    ])
    expect([page.totals.regressed, page.totals['not comparable'], page.passed.a.passed, page.passed.b.passed]).toEqual([
      1, 5, 1, 0,
    ])
  })
  it('is no hard break where the variant passed once', () => {
    const pairs = { pairs: 9, onlyOriginal: 8, onlyVariant: 0, p: 0.01, adjusted: 0.03 }
    const [first] = toComparison(madeUpVariation({ brittle: [madeUpBrittleness({ pairs })] })).conversations
    expect(first?.certainty).toBe('statistical')
  })
  it('has a rule of the gate for each family, and none that holds without variants', () => {
    expect(page.gate.rules.map(({ name, verdict }) => [name, verdict])).toEqual([
      ['brittle', 'broken'],
      ['brittle in case', 'held'],
      ['brittle in abbreviations', 'broken'],
      ['brittle in emoji', 'not judged'],
    ])
    const unsure = toComparison(madeUpVariation({ gate: { brittle: 0, verdict: 'not enough', reason: 'why' } }))
    expect([unsure.gate.verdict, unsure.sentence]).toEqual([
      'not judged',
      'As other people would type it, 1 of 40 variants of 6 conversations broke. The gate is shut: why.',
    ])
  })
})

describe('a sample of variants', () => {
  const variant = { file: 's.yaml', line: 3, conversation: 'asks', family: 'case', variant: 'small letters 1' }
  const sample: VariantSample = {
    ...{ kind: 'variants', schemaVersion: 1, tableread: '0', seed: 'one', made: 400 },
    dropped: Array.from({ length: 12 }, (_, index) => ({
      ...{ file: 's.yaml', line: 3, conversation: 'asks', text: 'x' },
      ...{ variant: `fillers ${index}`, reason: '"7" is added' },
    })),
    sample: [
      { ...variant, typed: { original: ['Is It here?'], variant: ['is it here?'] }, swaps: [] },
      {
        ...variant,
        typed: { original: ['I am Asha'], variant: ['I am Maya'] },
        swaps: ['"Maya" in the place of "Asha"'],
      },
    ],
  }
  it('reads as it did', () => {
    golden('vary-sample.out', `${formatSample(sample, plain)}\n`)
  })
  it('has a share of none where none was made', () => {
    expect(formatSample({ ...sample, made: 0, dropped: [], sample: [] }, plain)).toBe(
      '0 of 0 variants, 0 of them dropped (0 %); seed one',
    )
  })
})
