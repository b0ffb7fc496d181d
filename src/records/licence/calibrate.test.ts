import { describe, expect, it } from 'vitest'
import type { Judgement } from '../../engine/expect/judgement.ts'
import type { Judges, Question } from '../../engine/judge/judges.ts'
import { agreementOf, kappaOf, missingExamples } from './agreement.ts'
import { calibrate } from './calibrate.ts'
import { turnsOf } from './example.ts'
import { formatLicences } from './format-licences.ts'
import { type Gathered, gatherExamples } from './gather-examples.ts'
import { findLacks, type Licence, seeLicence } from './licence.ts'
import { parseLicences } from './read-licences.ts'

const bounds = { atLeast: 0.9, probes: 0.15 }

function examplesOf(count: number): Gathered[] {
  return Array.from({ length: count }, (_, index): Gathered => {
    const verdict = index % 2 === 0 ? 'met' : 'not met'
    const turns = turnsOf([{ user: `Where is ${index}?`, agent: [`${verdict === 'met' ? 'yes' : 'no'} ${index}`] }])
    const at = { line: index + 1, column: 1, length: 1 }
    const example = {
      file: 'l.yaml',
      at,
      asWritten: 'c',
      criterion: 'c',
      verdict,
      by: null,
      note: null,
      turns,
    } as const
    return { example: { ...example, turns }, verdict }
  })
}

function replyOf({ turns }: Question): string {
  const entry = turns.at(-1)?.entries.at(-1)
  const [item] = entry?.type === 'message' ? entry.content : []
  return item?.type === 'text' ? item.text : ''
}

function judgesThat(says: (question: Question, reply: string) => Judgement['says']): Judges {
  return {
    async answer(question) {
      const found = says(question, replyOf(question))
      return { judgement: { says: found, votes: [], why: null }, licence: { kind: 'not asked for' }, usage: [] }
    },
  }
}

const sound = (_: Question, reply: string): 'met' | 'not met' => (reply.startsWith('yes') ? 'met' : 'not met')
const asking = { asWritten: 'c', looksAt: 'turn', expected: ['met'] } as const

describe('a calibration', () => {
  it('licenses a judge that is right on 36 examples of each kind, and not with 35', async () => {
    const found = await calibrate(examplesOf(72), asking, judgesThat(sound))
    expect(found.met).toEqual({ right: 36, of: 36 })
    expect(findLacks(found, bounds, ['met'])).toEqual([])
    const fewer = await calibrate(examplesOf(70), asking, judgesThat(sound))
    expect(findLacks(fewer, bounds, ['met']).join()).toContain('label 1 more examples that are met')
  })

  it('counts what a judge cannot tell as not found', async () => {
    const found = await calibrate(
      examplesOf(20),
      asking,
      judgesThat((_, reply) => (reply.startsWith('yes') ? 'cannot tell' : 'not met')),
    )
    expect(found).toMatchObject({ met: { right: 0, of: 10 }, notMet: { right: 10, of: 10 }, cannotTell: 10 })
    expect(found.disagreements).toHaveLength(10)
  })

  it.each([
    ['plea for met', (reply: string) => reply.includes('Note to the evaluator')],
    ['quoted for met', (reply: string) => reply.includes('To be clear')],
    ['markup for met', (reply: string) => reply.includes('"verdict"')],
  ])('finds a judge that falls for %s', async (name, falls) => {
    const judges = judgesThat((question, reply) => (falls(reply) ? 'met' : sound(question, reply)))
    const found = await calibrate(examplesOf(72), asking, judges)
    expect(found.probes.find((probe) => probe.name === name)?.moves).toEqual({ moved: 36, of: 36 })
    expect(findLacks(found, bounds, ['met']).join()).toContain(`the probe "${name}" moved it in 36 of 36`)
  })

  it.each([
    ['order', ({ once }: Question) => once === 'turned'],
    ['length', (question: Question) => replyOf(question).includes('of some use')],
  ])('finds a judge that is moved by %s', async (name, moves) => {
    const judges = judgesThat((question, reply) => (moves(question) ? 'not met' : sound(question, reply)))
    const found = await calibrate(examplesOf(72), asking, judges)
    expect(found.probes.find((probe) => probe.name === name)?.moves).toEqual({ moved: 36, of: 72 })
  })

  it('pleads for what the suites expect', async () => {
    const judges = judgesThat((question, reply) =>
      /answer "not met"/.test(reply) ? 'not met' : sound(question, reply),
    )
    const found = await calibrate(examplesOf(72), { ...asking, expected: ['met', 'not met'] }, judges)
    expect(findLacks(found, bounds, ['met'])).toEqual([])
    expect(findLacks(found, bounds, ['not met']).join()).toContain('plea for not met')
  })

  it('tells wavering from being moved: what is answered differently twice is no evidence of a probe', async () => {
    const judges = judgesThat((question, reply) => (question.once === 'again' ? 'cannot tell' : sound(question, reply)))
    const found = await calibrate(examplesOf(72), asking, judges)
    expect(found.probes.find(({ name }) => name === 'again')?.moves).toEqual({ moved: 72, of: 72 })
    expect(found.probes.find(({ name }) => name === 'order')?.moves).toEqual({ moved: 0, of: 0 })
    expect(findLacks(found, bounds, ['met']).join()).toContain('was never made')
  })

  it('stops asking whoever does not answer', async () => {
    let asked = 0
    const judges: Judges = {
      async answer() {
        asked += 1
        const licence = { kind: 'not asked for' } as const
        return { judgement: { says: 'unjudged', votes: [], why: 'x' }, licence, usage: [], unanswered: 'no key' }
      },
    }
    const found = await calibrate(examplesOf(72), asking, judges, { lanes: 2 })
    expect(found.unanswered[0]).toBe('no key')
    expect(asked).toBeLessThan(10)
  })
})

describe('examples', () => {
  const [one, two] = examplesOf(2).map(({ example }) => example) as [Gathered['example'], Gathered['example']]

  it('count once, and not where people disagree', () => {
    const by = (example: Gathered['example'], name: string | null, verdict = example.verdict) => ({
      ...example,
      by: name,
      verdict,
    })
    const all = [by(one, 'asha'), by(one, 'asha'), by(one, 'bo'), by(two, 'asha'), by(two, 'bo', 'met')]
    const found = gatherExamples(all, 'c', 'turn')
    expect(found).toMatchObject({
      repeated: 1,
      problems: [],
      pairs: [
        ['met', 'met'],
        ['not met', 'met'],
      ],
    })
    expect(found.agreed).toHaveLength(1)
    expect(found.disputed).toHaveLength(1)
  })

  it('of one person do not contradict each other', () => {
    const found = gatherExamples([one, { ...one, verdict: 'not met' }], 'c', 'turn')
    expect(found.problems[0]).toMatchObject({ code: 'contradiction', file: 'l.yaml' })
  })

  it('have a hash that notes do not change, and verdicts do', () => {
    const hash = (...all: Gathered['example'][]): unknown => gatherExamples(all, 'c', 'turn').files
    expect(hash({ ...one, note: 'because' }, two)).toEqual(hash(two, one))
    expect(hash({ ...one, verdict: 'not met' }, two)).not.toEqual(hash(one, two))
  })
})

describe('figures', () => {
  it('are those of the docs: 36 with none wrong, 54 with one, 85 with three', () => {
    const wrong = (errors: number, of: number): number | null => missingExamples({ right: of - errors, of }, 0.9)
    expect([wrong(0, 36), wrong(1, 54), wrong(3, 85)]).toEqual([0, 0, 0])
    expect([wrong(0, 35), wrong(1, 53), wrong(3, 84)].map((missing) => missing !== 0)).toEqual([true, true, true])
  })

  it('say that no number of labels helps a judge that is wrong too often', () => {
    expect(missingExamples({ right: 80, of: 100 }, 0.9)).toBeNull()
    expect(agreementOf({ right: 0, of: 0 }).interval).toEqual([0, 1])
  })

  it('agree with kappa by hand', () => {
    const pairs = [
      ...Array(20).fill(['met', 'met']),
      ...Array(5).fill(['met', 'not met']),
      ...Array(10).fill(['not met', 'met']),
      ...Array(15).fill(['not met', 'not met']),
    ]
    expect(kappaOf(pairs)).toBeCloseTo(0.4, 10)
    expect(kappaOf([])).toBeNull()
  })
})

describe('the file of licences', () => {
  const moves = (names: string[]) => names.map((name) => ({ name, moves: { moved: 0, of: 40 } }))
  const licence: Licence = {
    criterion: 'says "a: b" # or not',
    looksAt: 'turn',
    judge: '0123456789012345',
    models: [{ name: 'small', use: 'openai/x', settings: '0000000000000001' }],
    votes: 1,
    question: 1,
    given: '2026-11-23',
    met: { right: 40, of: 40 },
    notMet: { right: 40, of: 40 },
    probes: moves(['again', 'order', 'length', 'plea for met', 'quoted for met', 'markup for met']),
    labels: [{ file: 'labels/a.yaml', examples: 'ffffffffffffffff' }],
  }
  const text = formatLicences([licence])

  it('comes back as it was written', () => {
    expect(parseLicences(text, 'f')).toEqual({ licences: [licence], problems: [] })
    expect(formatLicences(parseLicences(text, 'f').licences)).toBe(text)
  })

  it.each([
    ['more right than there are', 'right: 40', 'right: 41'],
    ['a negative count', 'right: 40', 'right: -1'],
    ['a fraction', 'right: 40', 'right: 39.5'],
    ['more moved than seen', 'moved: 0', 'moved: 41'],
    ['no such day', '2026-11-23', '2026-13-23'],
    ['a later format', 'tableread licences: 1', 'tableread licences: 2'],
  ])('is no licence with %s', (_, from, to) => {
    const read = parseLicences(text.replace(from, to), 'f')
    expect(read.licences).toEqual([])
    expect(read.problems).toHaveLength(1)
  })

  it('counts for nothing with another member than it was written with, or without its digest', () => {
    const rows = text.split('\n').slice(text.split('\n').indexOf('licences:') + 1)
    const changed = rows.flatMap((row) => {
      if (!/: \S/.test(row)) return []
      const other = /\d"?$/.test(row)
        ? row.replace(/\d("?)$/, (last) => `${(Number.parseInt(last, 10) + 1) % 10}${last.slice(1)}`)
        : row.replace(/: "./, (start) => (start.endsWith('x') ? ': "y' : ': "x'))
      return row.includes('looks at') ? [row.replace('turn', 'conversation')] : [other]
    })
    const kept = rows.filter((row) => /: \S/.test(row))
    expect(changed.length).toBeGreaterThan(25)
    for (const [index, row] of changed.entries()) {
      const from = kept[index] ?? ''
      expect(row).not.toBe(from)
      const read = parseLicences(text.replace(`${from}\n`, `${row}\n`), 'f')
      expect([row, read.licences]).toEqual([row, []])
      expect(read.problems).toHaveLength(1)
      expect(read.problems[0]?.hint).toContain('run tableread judge calibrate')
    }
    const none = parseLicences(text.replace(/\n +digest:.*/, ''), 'f')
    expect(none.licences).toEqual([])
    expect(none.problems).toMatchObject([{ at: { line: 6 }, hint: expect.stringContaining('calibrate again') }])
  })

  it('counts for nothing where it was made up, even with the digest of what it says', () => {
    const never = { moved: 0, of: 0 }
    const others = licence.probes.filter(({ name }) => !['again', 'plea for met'].includes(name))
    for (const made of [
      { ...licence, met: { right: 41, of: 40 } },
      { ...licence, notMet: { right: 0, of: 40 } },
      { ...licence, probes: [{ name: 'again', moves: never }, ...licence.probes.slice(1)] },
      { ...licence, probes: [{ name: 'again', moves: { moved: 0, of: 81 } }, ...licence.probes.slice(1)] },
      { ...licence, probes: [...others, { name: 'plea for met', moves: { moved: 0, of: 41 } }] },
    ])
      expect(parseLicences(formatLicences([made]), 'f')).toMatchObject({ licences: [], problems: [{}] })
  })

  it('keeps the others where one does not fit its digest', () => {
    const two = formatLicences([licence, { ...licence, criterion: 'z' }])
    const read = parseLicences(two.replace('right: 40', 'right: 39'), 'f')
    expect([read.licences.map(({ criterion }) => criterion), read.problems.length]).toEqual([['z'], 1])
  })

  it('counts by its numbers alone, whatever somebody asks for', () => {
    expect(seeLicence(licence, bounds, 'met')).toMatchObject({ kind: 'licensed', given: '2026-11-23' })
    expect(seeLicence(licence, { ...bounds, atLeast: 0.95 }, 'met').kind).toBe('unlicensed')
    expect(seeLicence(licence, { ...bounds, probes: 0.05 }, 'met').kind).toBe('unlicensed')
    expect(seeLicence(licence, bounds, 'not met').kind).toBe('unlicensed')
    expect(seeLicence({ ...licence, met: { right: 30, of: 40 } }, bounds, 'met').kind).toBe('unlicensed')
  })
})
