import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Brittleness, VaryResult } from '../../compare/vary/vary-result.ts'
import { plainText } from '../document/door.ts'
import { suitesOfDocument } from '../junit/document-suites.ts'
import { formatDocumentMarkdown } from '../markdown/document-markdown.ts'
import { formatDocument } from '../terminal/document.ts'
import { finishText } from '../text/finish-text.ts'
import { createPaint, type Paint } from '../text/paint.ts'
import { formatExact } from './rates.ts'
import { type VariantSample, variantSampleDocument } from './samples.ts'
import { madeUpBrittleness, madeUpVariation } from './variation.fixture.ts'
import { describeEdits, messageLines, variationDocument } from './variation.ts'

const golden = (name: string, text: string): void => {
  const file = resolve(import.meta.dirname, '../../../tests/report', name)
  if (process.env.UPDATE_GOLDENS === '1') writeFileSync(file, text)
  expect(text).toBe(readFileSync(file, 'utf8'))
}
const plain = createPaint(false)
const formatVary = (result: VaryResult, paint: Paint): string => formatDocument(variationDocument(result), paint)
const formatVaryMarkdown = (result: VaryResult): string => formatDocumentMarkdown(variationDocument(result))
const formatSample = (sample: VariantSample, paint: Paint): string =>
  formatDocument(variantSampleDocument(sample), paint)
const evidenceOf = (brittleness: Brittleness): string =>
  plainText(variationDocument(madeUpVariation({ brittle: [brittleness] })).findings[0]?.evidence ?? '')
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
    const textFor = (verdict: 'open' | 'shut' | 'not enough'): string =>
      formatVary(madeUpVariation({ ...nothing, gate: { brittle: 0, verdict, reason: 'why' } }), plain).split('\n')[0] ??
      ''
    expect([textFor('open'), textFor('shut'), textFor('not enough')]).toEqual([
      'gate open: why',
      'gate shut: why',
      'gate shut, not enough evidence: why',
    ])
  })
  it('says how many it leaves out', () => {
    const many = Array.from({ length: 25 }, (_, index) => madeUpBrittleness({ id: `c ${index}` }))
    const variants = Array.from({ length: 23 }, (_, index) => ({
      ...madeUpVariation().unconfirmed[0],
      variant: `v ${index}`,
    }))
    const text = formatVary(
      madeUpVariation({ brittle: many, unconfirmed: variants as ReturnType<typeof madeUpVariation>['unconfirmed'] }),
      plain,
    )
    expect(text).toContain('5 more: --json has all')
    expect(text).toContain(' and 3 more')
    expect(text.match(/✗/g)).toHaveLength(20)
  })
  it('lets no text of others write to the terminal', () => {
    const brittleness = madeUpBrittleness({
      suite: hostile,
      conversation: hostile,
      difference: { kind: 'calls', at: null, what: hostile },
    })
    const text = formatVary(madeUpVariation({ brittle: [brittleness], seed: hostile }), plain)
    expect(text).not.toContain(esc)
    expect(text).not.toContain('\u202e')
  })
})

describe('the words of it', () => {
  it('name two edits, and count the others', () => {
    const [edit] = madeUpBrittleness().edits
    const describeCount = (count: number): string =>
      describeEdits({
        edits: Array.from({ length: count }, (_, index) => ({ ...edit, words: `edit ${index}` })) as never,
      })
    expect([0, 1, 2, 4].map(describeCount)).toEqual(['', 'edit 0', 'edit 0, edit 1', 'edit 0, edit 1 and 2 more'])
  })
  it('show messages that differ, and all as one where there are more or fewer', () => {
    const { typed } = madeUpBrittleness()
    expect(messageLines(typed).map(plainText)).toEqual(['Yes, [-please-]{+pls+} go ahead.'])
    expect(messageLines({ original: ['Hi. Is it here?'], variant: ['Hi.', 'Is it here?'] }).map(plainText)).toEqual([
      'Hi. {+⏎ +}Is it here?',
    ])
  })
  it('tell how sure it is', () => {
    expect(evidenceOf(madeUpBrittleness())).toBe(
      'chat abbreviations 1: broke in 6 of 6 pairs (by chance in at most 2.9 %); 4 edits shrunk to 1; 1 more variant came to the same',
    )
    const pairs = { pairs: 9, onlyOriginal: 9, onlyVariant: 0, p: 0.0001, adjusted: 0.0004 }
    expect(evidenceOf(madeUpBrittleness({ pairs, alike: [], foundWith: 1, shrunk: false }))).toBe(
      'chat abbreviations 1: broke in 9 of 9 pairs (by chance in less than 0.1 %); 1 edit, maybe not the fewest',
    )
  })
  it('say what was not judged as run says it', () => {
    expect(variationDocument(madeUpVariation()).cases.map(({ reason }) => plainText(reason ?? ''))).toEqual([
      '1 of 40 variants brittle, 1 not judged',
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
    const brittleness = madeUpBrittleness({
      ...{ suite: hostile, conversation: hostile, file: hostile },
      difference: { kind: 'calls', at: null, what: hostile },
      typed: { original: [hostile], variant: [`${hostile}\n\`\`\`\n# out`] },
    })
    const markdown = formatVaryMarkdown(madeUpVariation({ brittle: [brittleness], seed: hostile }))
    const outside = markdown.replaceAll(/^(`{3,}).*\n[\s\S]*?^\1$/gm, '')
    expect(outside).not.toMatch(/<script|!\[|@octo|#1\b|\u202e|^# /m)
    expect(markdown).not.toContain(esc)
  })
  it('shows twenty in full, and a line of each of the others', () => {
    const brittle = Array.from({ length: 23 }, () => madeUpBrittleness())
    const lines = formatVaryMarkdown(madeUpVariation({ brittle })).split('\n')
    expect(lines.filter((line) => line.startsWith('<details>'))).toHaveLength(20)
    expect(lines.filter((line) => line.startsWith('- ❌'))).toHaveLength(3)
  })
})

describe('what varying found, as tests', () => {
  it('has a test for each conversation, none of which passes unjudged, and none for the gate', () => {
    const suites = suitesOfDocument(variationDocument(madeUpVariation()))
    expect(suites.flatMap(({ cases }) => cases.map(({ name, status }) => [name, status]))).toEqual([
      ['cancels an order [default]', 'failed'],
      ['is fails by itself [default]', 'errored'],
      ['is errored [default]', 'errored'],
      ['is unsafe [default]', 'errored'],
      ['is nothing to vary [default]', 'skipped'],
      ['is not run [default]', 'errored'],
    ])
    expect(suites[0]?.cases[0]?.finding?.text).toContain('types "pls" for "please"')
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
    expect(formatSample({ ...sample, made: 0, dropped: [], sample: [] }, plain)).toBe('0 of 0 variants; seed one')
  })
})
