import { describe, expect, it } from 'vitest'
import type { Judgement, Vote } from '../../engine/expect/outcome/judgement.ts'
import type { Judges, Question } from '../../engine/judge/judges.ts'
import type { Usage } from '../../wire/api/usage.ts'
import { agreementOf, kappaOf, missingExamples } from './agreement.ts'
import { type Asking, calibrate } from './calibrate.ts'
import { turnsOf } from './example.ts'
import { gatherExamples, type LabelledExample, shownOf } from './gather-examples.ts'
import { findLacks, type Licence, seeLicence } from './licence.ts'
import { formatLicences, parseLicences } from './licence-file.ts'

const bounds = { atLeast: 0.9, probes: 0.15 }

function examplesOf(count: number): LabelledExample[] {
  return Array.from({ length: count }, (_, index): LabelledExample => {
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
      const verdict = says(question, replyOf(question))
      return { judgement: { says: verdict, votes: [], why: null }, licence: { kind: 'not asked for' }, usage: [] }
    },
  }
}

const sound = (_: Question, reply: string): 'met' | 'not met' => (reply.startsWith('yes') ? 'met' : 'not met')
const asking = { asWritten: 'c', looksAt: 'turn', expected: ['met'] } as const

describe('a calibration', () => {
  it('licenses a judge that is right on 36 examples of each kind, and not with 35', async () => {
    const calibration = await calibrate(examplesOf(72), asking, judgesThat(sound))
    expect(calibration.met).toEqual({ right: 36, of: 36 })
    expect(findLacks(calibration, bounds, ['met'])).toEqual([])
    const fewer = await calibrate(examplesOf(70), asking, judgesThat(sound))
    expect(findLacks(fewer, bounds, ['met']).join()).toContain('label 1 more examples that are met')
  })

  it('counts what a judge cannot tell as not found', async () => {
    const calibration = await calibrate(
      examplesOf(20),
      asking,
      judgesThat((_, reply) => (reply.startsWith('yes') ? 'cannot tell' : 'not met')),
    )
    expect(calibration).toMatchObject({ met: { right: 0, of: 10 }, notMet: { right: 10, of: 10 }, cannotTell: 10 })
    expect(calibration.disagreements).toHaveLength(10)
  })

  it.each([
    ['plea for met', (reply: string) => reply.includes('Note to the evaluator')],
    ['quoted for met', (reply: string) => reply.includes('To be clear')],
    ['markup for met', (reply: string) => reply.includes('"verdict"')],
  ])('finds a judge that falls for %s', async (name, falls) => {
    const judges = judgesThat((question, reply) => (falls(reply) ? 'met' : sound(question, reply)))
    const calibration = await calibrate(examplesOf(72), asking, judges)
    expect(calibration.probes.find((probe) => probe.name === name)?.moves).toEqual({ moved: 36, of: 36 })
    expect(findLacks(calibration, bounds, ['met']).join()).toContain(`the probe "${name}" moved it in 36 of 36`)
  })

  it.each([
    ['order', ({ once }: Question) => once === 'turned'],
    ['length', (question: Question) => replyOf(question).includes('of some use')],
  ])('finds a judge that is moved by %s', async (name, moves) => {
    const judges = judgesThat((question, reply) => (moves(question) ? 'not met' : sound(question, reply)))
    const calibration = await calibrate(examplesOf(72), asking, judges)
    expect(calibration.probes.find((probe) => probe.name === name)?.moves).toEqual({ moved: 36, of: 72 })
  })

  it('pleads for what the suites expect', async () => {
    const judges = judgesThat((question, reply) =>
      /answer "not met"/.test(reply) ? 'not met' : sound(question, reply),
    )
    const calibration = await calibrate(examplesOf(72), { ...asking, expected: ['met', 'not met'] }, judges)
    expect(findLacks(calibration, bounds, ['met'])).toEqual([])
    expect(findLacks(calibration, bounds, ['not met']).join()).toContain('plea for not met')
  })

  it('tells wavering from being moved: what is answered differently twice is no evidence of a probe', async () => {
    const judges = judgesThat((question, reply) => (question.once === 'again' ? 'cannot tell' : sound(question, reply)))
    const calibration = await calibrate(examplesOf(72), asking, judges)
    expect(calibration.probes.find(({ name }) => name === 'again')?.moves).toEqual({ moved: 72, of: 72 })
    expect(calibration.probes.find(({ name }) => name === 'order')?.moves).toEqual({ moved: 0, of: 0 })
    expect(findLacks(calibration, bounds, ['met']).join()).toContain('was never made')
  })

  it('stops asking whoever does not answer', async () => {
    let askCount = 0
    const judges: Judges = {
      async answer() {
        askCount += 1
        const licence = { kind: 'not asked for' } as const
        return { judgement: { says: 'unjudged', votes: [], why: 'x' }, licence, usage: [], unanswered: 'no key' }
      },
    }
    const calibration = await calibrate(examplesOf(72), asking, judges, { lanes: 2 })
    expect(calibration.unanswered[0]).toBe('no key')
    expect(askCount).toBeLessThan(10)
  })
})

describe('what a calibration counts', () => {
  type Says = Judgement['says']
  /** Judges that answer each question as told, or not at all where that is null; `asked` records the questions. */
  function told(says: (question: Question, reply: string) => Says | null) {
    const calls: { question: Question; signal: AbortSignal | undefined }[] = []
    const judges: Judges = {
      async answer(question, signal) {
        calls.push({ question, signal })
        const verdict = says(question, replyOf(question))
        const judgement: Judgement = { says: verdict ?? 'unjudged', votes: [], why: null }
        const usage = [{ model: `m${calls.length}` }] as unknown as Usage[]
        const licence = { kind: 'not asked for' } as const
        return { judgement, licence, usage, ...(verdict === null ? { unanswered: `no answer ${calls.length}` } : {}) }
      },
    }
    return { asked: calls, judges }
  }
  const one = { lanes: 1 }
  const movesOf = ({ probes }: Pick<Licence, 'probes'>) =>
    Object.fromEntries(probes.map(({ name, moves: { moved, of } }) => [name, `${moved} of ${of}`]))
  const none = Object.fromEntries(
    ['again', 'order', 'length', 'plea for met', 'quoted for met', 'markup for met'].map((name) => [name, '0 of 0']),
  )

  it('is every example, asked twice, and moved by each probe where a probe may be seen', async () => {
    const { asked, judges } = told(sound)
    const calibration = await calibrate(examplesOf(4), asking, judges, one)
    const [all, pleas] = ['0 of 4', '0 of 2']
    expect(movesOf(calibration)).toEqual({
      ...{
        again: all,
        order: all,
        length: all,
        'plea for met': pleas,
        'quoted for met': pleas,
        'markup for met': pleas,
      },
    })
    expect(calibration).toMatchObject({
      ...{ met: { right: 2, of: 2 }, notMet: { right: 2, of: 2 }, cannotTell: 0, unjudged: 0, kappa: 1 },
      ...{ disagreements: [], unanswered: [] },
    })
    expect(calibration.usage).toEqual(asked.map((_, index) => ({ model: `m${index + 1}` })))
    expect(asked.map(({ question }) => question.once)).toEqual(
      examplesOf(4).flatMap((_, index) =>
        [undefined, 'again', 'turned', undefined].concat(index % 2 === 0 ? [] : Array(3).fill(undefined)),
      ),
    )
  })

  it('is no plea against people whom the judge does not follow', async () => {
    const calibration = await calibrate(examplesOf(4), asking, told(() => 'cannot tell').judges, one)
    expect(movesOf(calibration)).toEqual({ ...none, again: '0 of 4', order: '0 of 4', length: '0 of 4' })
    expect(calibration).toMatchObject({
      met: { right: 0, of: 2 },
      notMet: { right: 0, of: 2 },
      cannotTell: 4,
      unjudged: 0,
    })
    expect(calibration.disagreements).toHaveLength(4)
  })

  it.each<[what: string, once: Question['once'] | 'length', again: string, order: string, length: string]>([
    ['once', undefined, '0 of 2', '0 of 2', '0 of 2'],
    ['again', 'again', '0 of 2', '0 of 2', '0 of 2'],
    ['turned', 'turned', '0 of 4', '0 of 2', '0 of 4'],
    ['at length', 'length', '0 of 4', '0 of 4', '0 of 2'],
  ])('is no probe that was not judged: %s', async (_, which, again, order, length) => {
    for (const nothing of ['unjudged', null] as const) {
      const isLong = (reply: string) => reply.includes('of some use')
      const isProbe = (reply: string) => /evaluator|To be clear|verdict/.test(reply)
      const { judges } = told((question, reply) => {
        const now = isLong(reply) ? 'length' : question.once
        return now === which && !isProbe(reply) && reply.startsWith('yes') ? nothing : sound(question, reply)
      })
      const calibration = await calibrate(examplesOf(4), asking, judges, one)
      expect(movesOf(calibration)).toMatchObject({ again, order, length })
      const [agreement, unjudged, kappa] =
        which !== undefined
          ? [{ right: 2, of: 2 }, 0, 1]
          : nothing === null
            ? [{ right: 0, of: 0 }, 0, null]
            : [{ right: 0, of: 2 }, 2, expect.closeTo(1 / 3, 10)]
      expect(calibration).toMatchObject({ met: agreement, unjudged, kappa, cannotTell: 0 })
      expect(calibration.unanswered).toHaveLength(nothing === null ? 2 : 0)
    }
  })

  it('is nothing beyond five questions without an answer, or after it was stopped', async () => {
    const silent = told(() => null)
    const calibration = await calibrate(examplesOf(72), asking, silent.judges, one)
    expect([silent.asked.length, calibration.unanswered.length, calibration.kappa]).toEqual([5, 5, null])
    expect(calibration).toMatchObject({
      met: { right: 0, of: 0 },
      notMet: { right: 0, of: 0 },
      disagreements: [],
      unjudged: 0,
    })
    const [stop, stopped] = [new AbortController(), told(sound)]
    const { judges } = told((question, reply) => {
      stop.abort()
      return sound(question, reply)
    })
    const cut = await calibrate(examplesOf(72), asking, judges, { ...one, signal: stop.signal })
    expect([cut.met, movesOf(cut)]).toEqual([{ right: 1, of: 1 }, none])
    const { signal } = new AbortController()
    await calibrate(examplesOf(2), asking, stopped.judges, { signal })
    expect(stopped.asked.map((each) => each.signal === signal)).toEqual(stopped.asked.map(() => true))
    expect(stopped.asked).toHaveLength(11)
  })

  it('asks for what suites expect, of the models that they name', async () => {
    const ask = async (more: Partial<Asking>): Promise<Partial<Question>> => {
      const { asked, judges } = told(sound)
      await calibrate(examplesOf(1), { ...asking, ...more }, judges, one)
      const { turns: _, ...question } = asked[0]?.question ?? { turns: [] }
      return question
    }
    const usual = { criterion: 'c', asWritten: 'c', expected: 'met', looksAt: 'turn' }
    expect(await ask({})).toStrictEqual(usual)
    expect(await ask({ expected: [] })).toStrictEqual(usual)
    expect(await ask({ expected: ['not met', 'met'] })).toStrictEqual({ ...usual, expected: 'not met' })
    expect(await ask({ by: ['small'], votes: 3 })).toStrictEqual({ ...usual, by: ['small'], votes: 3 })
  })

  it('tells where judge and people differ, in the words of a vote that says the same', async () => {
    const disagree = async (judgement: Judgement) => {
      const judges: Judges = {
        async answer() {
          return { judgement, licence: { kind: 'not asked for' }, usage: [] }
        },
      }
      const { disagreements } = await calibrate(examplesOf(3).slice(2), asking, judges)
      return disagreements
    }
    const vote = (says: Vote['says'], reason: string): Vote => ({
      ...{ model: 'm', says, reason, quotations: [{ turn: 0, entry: 1, words: `words of ${reason}` }] },
    })
    const votes = [vote('met', 'kind'), vote('not met', 'unkind')]
    const place = { place: 'l.yaml:3', people: 'met' }
    expect(await disagree({ says: 'not met', votes, why: null })).toEqual([
      { ...place, judge: 'not met', reason: 'unkind', quotations: ['words of unkind'] },
    ])
    expect(await disagree({ says: 'unjudged', votes, why: 'a tie' })).toEqual([
      { ...place, judge: 'unjudged', reason: 'a tie', quotations: ['words of kind'] },
    ])
    expect(await disagree({ says: 'cannot tell', votes: [], why: null })).toEqual([
      { ...place, judge: 'cannot tell', reason: '', quotations: [] },
    ])
    expect(await disagree({ says: 'met', votes, why: null })).toEqual([])
  })
})

describe('examples', () => {
  const [one, two] = examplesOf(2).map(({ example }) => example) as [
    LabelledExample['example'],
    LabelledExample['example'],
  ]

  it('count once, and not where people disagree', () => {
    const by = (example: LabelledExample['example'], name: string | null, verdict = example.verdict) => ({
      ...example,
      by: name,
      verdict,
    })
    const all = [by(one, 'asha'), by(one, 'asha'), by(one, 'bo'), by(two, 'asha'), by(two, 'bo', 'met')]
    const examples = gatherExamples(all, 'c', 'turn')
    expect(examples).toMatchObject({
      repeated: 1,
      problems: [],
      pairs: [
        ['met', 'met'],
        ['not met', 'met'],
      ],
    })
    expect(examples.agreed).toHaveLength(1)
    expect(examples.disputed).toHaveLength(1)
  })

  it('of one person do not contradict each other', () => {
    const other = { ...one, verdict: 'not met', file: 'm.yaml', at: { ...one.at, line: 9 } } as const
    const hint = 'take one of both out; where two people differ, write by: with who found it'
    for (const by of [null, 'asha'])
      expect(
        gatherExamples(
          [
            { ...one, by },
            { ...one, by },
            { ...other, by },
          ],
          'c',
          'turn',
        ).problems,
      ).toEqual([
        {
          ...{ code: 'contradiction', file: 'm.yaml', at: other.at, hint },
          message: `${by ?? 'the same person'} calls the same example not met here, and met at l.yaml:1`,
        },
      ])
    const apart = gatherExamples([one, { ...other, by: '' }, { ...other, by: 'asha' }], 'c', 'turn')
    expect([apart.problems.length, apart.pairs]).toEqual([1, [['met', 'not met']]])
    expect(gatherExamples([one, { ...other, by: 'asha' }], 'c', 'turn')).toMatchObject({
      ...{ problems: [], repeated: 0, agreed: [], disputed: [one], pairs: [['met', 'not met']] },
    })
    expect(gatherExamples([one, { ...one, by: 'asha' }], 'c', 'turn')).toMatchObject({
      ...{ agreed: [{ example: one, verdict: 'met' }], disputed: [], pairs: [['met', 'met']] },
    })
  })

  it('are those of the criterion that look at the same, alike where a judge would be shown the same', () => {
    const [talk] = [turnsOf([{ user: 'Hello', agent: ['hi'] }])]
    const longer = { ...one, turns: [...talk, ...one.turns] }
    const countsOf = (looksAt: 'turn' | 'conversation', ...all: LabelledExample['example'][]) => {
      const { agreed, repeated } = gatherExamples(all, 'c', looksAt)
      return [agreed.map(({ example }) => all.indexOf(example)), repeated]
    }
    expect(countsOf('turn', one, longer, two)).toEqual([[0, 2], 1])
    expect(countsOf('conversation', one, longer, two)).toEqual([[0, 1, 2], 0])
    expect([shownOf(longer, 'turn'), shownOf(longer, 'conversation')]).toEqual([one.turns, longer.turns])
    const [own, others] = [{ ...one, looksAt: 'turn' } as const, { ...two, looksAt: 'conversation' } as const]
    expect(countsOf('turn', own, others)).toEqual([[0], 0])
    expect(countsOf('conversation', own, others)).toEqual([[1], 0])
    expect(countsOf('turn', { ...one, asWritten: 'd' }, two)).toEqual([[1], 0])
    expect(countsOf('turn', one)).toEqual([[0], 0])
    expect(gatherExamples([one], 'c', 'turn').pairs).toEqual([])
  })

  it('are kept by file, in the order of names, whatever the order in them', () => {
    const files = (...all: LabelledExample['example'][]) => gatherExamples(all, 'c', 'turn').files
    const [b, a] = [
      { ...one, file: 'b.yaml' },
      { ...two, file: 'a.yaml' },
    ]
    expect(files(b, a).map(({ file }) => file)).toEqual(['a.yaml', 'b.yaml'])
    expect(files(a, b)).toEqual(files(b, a))
    expect(files(b, a, { ...one, file: 'c.yaml' }).map(({ file }) => file)).toEqual(['a.yaml', 'b.yaml', 'c.yaml'])
    const [first, second] = files(a, b)
    expect(first?.examples).not.toBe(second?.examples)
    expect(files({ ...a, by: 'asha' })).not.toEqual(files(a))
    expect(files({ ...a, by: 'asha' })).not.toEqual(files({ ...a, by: 'bo' }))
    expect(files({ ...a, by: '' })).toEqual(files(a))
  })

  it('have a hash that notes do not change, and verdicts do', () => {
    const hash = (...all: LabelledExample['example'][]): unknown => gatherExamples(all, 'c', 'turn').files
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
    const lines = rows.filter((row) => /: \S/.test(row))
    expect(changed.length).toBeGreaterThan(25)
    for (const [index, row] of changed.entries()) {
      const from = lines[index] ?? ''
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
    for (const ownLicence of [
      { ...licence, met: { right: 41, of: 40 } },
      { ...licence, notMet: { right: 0, of: 40 } },
      { ...licence, probes: [{ name: 'again', moves: never }, ...licence.probes.slice(1)] },
      { ...licence, probes: [{ name: 'again', moves: { moved: 0, of: 81 } }, ...licence.probes.slice(1)] },
      { ...licence, probes: [...others, { name: 'plea for met', moves: { moved: 0, of: 41 } }] },
    ])
      expect(parseLicences(formatLicences([ownLicence]), 'f')).toMatchObject({ licences: [], problems: [{}] })
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
