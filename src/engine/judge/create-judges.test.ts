import { describe, expect, it } from 'vitest'
import { hashJson } from '../../base/json/hash-json.ts'
import type { JsonValue } from '../../base/json/json.ts'
import type { Usage } from '../../wire/api/usage.ts'
import { said } from '../transcript/entries.fixture.ts'
import { composeQuestion, orders } from './compose-question.ts'
import { createJudges, type JudgedBy, type JudgeModel, type JudgeSurroundings, judgeHash } from './create-judges.ts'
import type { AnswerKeeper, KeptAnswer, ModelQuestion, Prompt, Question } from './judges.ts'
import { voidAnswers } from './void-answers.fixture.ts'

const reads = (verdict: string, words = 'hello asha', entry = 2): string =>
  JSON.stringify({ reason: `it says ${words}`, quotations: [{ entry, words }], verdict })
const usageOf = (model: string): Usage => ({ model, inputTokens: 10, outputTokens: 2 })
const question: Question = {
  criterion: 'greets Asha',
  asWritten: 'greets {{name}}',
  expected: 'met',
  looksAt: 'turn',
  turns: [{ index: 4, user: 'hi', entries: [said('user', 'hi'), said('assistant', 'hello Asha', 0, null)] }],
}
const prompt: Prompt = {
  by: 'a',
  system: 'You play a customer.',
  material: { card: 'Asha' },
  write: (material) => JSON.stringify(material),
  occasion: { seed: 1 },
  about: 'message 1',
  attempt: 2,
  version: 3,
}

/** Models a and b that answer with `says`, a private name, and a record of everything they receive. */
function setUp(
  says: (text: string, model: string) => string | { none: string },
  more: Partial<JudgeSurroundings> = {},
) {
  const questions: { model: string; system: string; text: string }[] = []
  const records: [ModelQuestion, KeptAnswer, readonly Usage[]][] = []
  const tallies: boolean[] = []
  const answers = new Map<string, KeptAnswer>()
  const spent: Usage[][] = []
  const reasons: string[] = []
  const licensed: JudgedBy[] = []
  const keeper: AnswerKeeper = {
    sealed: null,
    recall: (key) => answers.get(key),
    keep(key, answer, about, usage, counts) {
      answers.set(key, answer)
      tallies.push('text' in answer && counts(answer.text))
      records.push([about, answer, usage])
    },
    lost: (why) => void reasons.push(why),
  }
  const modelOf = (name: string): JudgeModel => ({
    name,
    identity: { is: name },
    ask: async ({ system, text }) => {
      questions.push({ model: name, system, text })
      const answer = says(text, name)
      return { ...(typeof answer === 'string' ? { text: answer } : answer), usage: [usageOf(name)] }
    },
  })
  const surroundings: JudgeSurroundings = {
    open: async (names = ['a']) => names.map(modelOf),
    votes: 1,
    keeper,
    hide: (value) => ({
      value: JSON.parse(JSON.stringify(value).replaceAll('Asha', 'asha')) as JsonValue,
      reveal: (text) => text.replaceAll('asha', 'Asha'),
    }),
    licenceOf(about) {
      licensed.push(about)
      return { kind: 'not asked for' }
    },
    charge: () => null,
    spent: (usage) => void spent.push([...usage]),
    prices: { a: { input: 1, output: 2 } },
    ...more,
  }
  return {
    judges: createJudges(surroundings),
    asked: questions,
    kept: records,
    counted: tallies,
    known: answers,
    spent,
    lost: reasons,
    licensed,
    keeper,
    modelOf,
  }
}
const sayMet = () => reads('met')
const usage = [{ model: 'a', inputTokens: 10, outputTokens: 2, cost: 0.000014 }]

describe('an answer', () => {
  it('is put without what is private, and read with it', async () => {
    const { judges, asked, kept, licensed, spent, modelOf } = setUp(sayMet)
    expect(await judges.answer(question)).toEqual({
      judgement: {
        says: 'met',
        votes: [
          {
            model: 'a',
            says: 'met',
            reason: 'it says hello Asha',
            quotations: [{ turn: 4, entry: 1, words: 'hello Asha' }],
          },
        ],
        why: null,
      },
      licence: { kind: 'not asked for' },
      usage,
    })
    const entries = [
      { by: 'customer', text: 'hi' },
      { by: 'agent', text: 'hello asha' },
    ]
    expect(asked).toEqual([{ model: 'a', ...composeQuestion('greets asha', entries, orders[0]) }])
    const about = { criterion: 'greets asha', model: 'a', judge: hashJson({ is: 'a' }), version: 1, vote: 1 }
    expect(kept).toEqual([[about, { text: sayMet() }, [usageOf('a')]]])
    expect(spent).toEqual([usage])
    expect(licensed).toEqual([
      { criterion: 'greets {{name}}', judge: judgeHash([modelOf('a')], 1, 'turn'), expected: 'met' },
    ])
  })
  it('is that of all votes of all models, with the verdicts offered in turn', async () => {
    const { judges, asked, licensed, modelOf } = setUp((_, model) => reads(model === 'a' ? 'met' : 'not met'))
    const { judgement, usage } = await judges.answer({ ...question, by: ['a', 'b'], votes: 3 })
    expect(judgement.votes.map(({ model, says }) => `${model} ${says}`)).toEqual([
      ...Array(3).fill('a met'),
      ...Array(3).fill('b not met'),
    ])
    expect(judgement.says).toBe('unjudged')
    const firsts = (model: string) =>
      asked.filter((each) => each.model === model).map(({ system }) => system.includes('"verdict": "met"}'))
    expect([firsts('a'), firsts('b')]).toEqual([
      [true, false, true],
      [true, false, true],
    ])
    expect(usage.map(({ model, inputTokens }) => [model, inputTokens])).toEqual([
      ['a', 30],
      ['b', 30],
    ])
    expect(licensed[0]?.judge).toBe(judgeHash([modelOf('b'), modelOf('a')], 3, 'turn'))
  })
  it('has as many votes as the project says', async () => {
    const { judges, kept } = setUp(sayMet, { votes: 3 })
    expect((await judges.answer(question)).judgement.votes).toHaveLength(3)
    expect(kept.map(([{ vote }]) => vote)).toEqual([1, 2, 3])
    expect((await judges.answer({ ...question, votes: 1 })).judgement.votes).toHaveLength(1)
  })
  it('is known the second time, and asked for anew by a probe', async () => {
    const { judges, asked } = setUp(sayMet)
    await judges.answer(question)
    await judges.answer(question)
    expect(asked).toHaveLength(1)
    await judges.answer({ ...question, once: 'again' })
    await judges.answer({ ...question, once: 'turned' })
    await judges.answer({ ...question, once: 'again' })
    expect(asked.map(({ system }) => system.includes('"verdict": "met"}'))).toEqual([true, true, false])
  })
  it('of what was kept counts what it took there, once it is told', async () => {
    const { judges, spent } = setUp(sayMet, {
      keeper: { sealed: null, recall: () => ({ text: sayMet(), usage: [usageOf('a')] }), keep: () => undefined },
    })
    expect((await judges.answer(question)).usage).toEqual(usage)
    expect(spent).toEqual([usage])
    const silent = setUp(sayMet, {
      keeper: { sealed: null, recall: () => ({ text: sayMet() }), keep: () => undefined },
    })
    expect((await silent.judges.answer(question)).usage).toEqual([])
    expect(silent.spent).toEqual([[]])
  })
  it('is asked for once by all who ask at a time, and anew where it was not kept', async () => {
    const { judges, asked } = setUp(sayMet, {
      keeper: { sealed: null, recall: () => undefined, keep: () => undefined },
    })
    await Promise.all([judges.answer(question), judges.answer(question)])
    expect(asked).toHaveLength(1)
    await judges.answer(question)
    expect(asked).toHaveLength(2)
  })
  it('is void where no model gives one, and kept as that', async () => {
    const { judges, kept, lost } = setUp(() => ({ none: 'the host is busy' }))
    const answer = await judges.answer({ ...question, votes: 2 })
    expect(answer).toMatchObject({
      judgement: { says: 'unjudged' },
      unanswered: 'the host is busy',
      usage: [{ inputTokens: 20 }],
    })
    expect(answer.judgement.votes[0]).toEqual({ model: 'a', says: 'void', reason: 'the host is busy', quotations: [] })
    expect([kept.length, lost]).toEqual([2, []])
    expect(answer).not.toHaveProperty('nobody')
  })
  it.each([...voidAnswers, [reads('met', 'goodbye'), 'quotes what was not said']])(
    'is no answer to keep where it is void: %j',
    async (text) => {
      const { judges, counted } = setUp(() => text)
      const { judgement } = await judges.answer(question)
      expect([judgement.says, counted]).toEqual(['unjudged', [false]])
    },
  )
  it.each(['met', 'not met', 'cannot tell'])('is one to keep where it says %s', async (verdict) => {
    const { judges, counted } = setUp(() => reads(verdict))
    const { judgement } = await judges.answer(question)
    expect([judgement.says, counted]).toEqual([verdict, [true]])
  })
  it('is told to lack the vote that did not come, whichever that is', async () => {
    const { judges } = setUp((_, model) => (model === 'a' ? sayMet() : { none: 'the host is busy' }))
    expect(await judges.answer({ ...question, by: ['a', 'b'] })).toMatchObject({ unanswered: 'the host is busy' })
  })
  it('is not asked for where the budget is spent, which is told and not kept', async () => {
    const { judges, asked, kept, lost, spent } = setUp(sayMet, { charge: () => 'budget spent' })
    expect(await judges.answer(question)).toMatchObject({
      judgement: { says: 'unjudged', why: 'the only vote is void: budget spent', votes: [{ halted: true }] },
      unanswered: 'budget spent',
      usage: [],
    })
    expect([asked, kept, lost, spent]).toEqual([[], [], ['budget spent'], []])
  })
  it('is not asked for after an interruption', async () => {
    const { judges, asked, lost, kept } = setUp(sayMet)
    const why = 'interrupted before the judge had answered'
    expect(await judges.answer(question, AbortSignal.abort())).toMatchObject({ unanswered: why })
    expect([asked, lost, kept]).toEqual([[], [why], []])
  })
  it('that an interruption cuts off is told and not kept, and one that came in time counts', async () => {
    const why = 'interrupted before the judge had answered'
    const cut = new AbortController()
    const cutting = setUp(() => {
      cut.abort()
      return { none: 'cut' }
    })
    expect(await cutting.judges.answer(question, cut.signal)).toMatchObject({ unanswered: why, usage })
    expect([cutting.lost, cutting.kept]).toEqual([[why], []])
    const late = new AbortController()
    const lasting = setUp(() => {
      late.abort()
      return sayMet()
    })
    expect(await lasting.judges.answer(question, late.signal)).toMatchObject({ judgement: { says: 'met' } })
    expect([lasting.lost, lasting.kept.length]).toEqual([[], 1])
  })
  it('is none where nothing was said, and where no model can be opened', async () => {
    const thinkingEntry = { type: 'thinking' as const, thinking: 'hm', timestamp: '2026-01-01T00:00:00Z' }
    const { judges, asked } = setUp(sayMet)
    const nothing = 'nothing was said or called, so there is nothing to judge'
    expect(await judges.answer({ ...question, turns: [{ index: 0, user: null, entries: [thinkingEntry] }] })).toEqual({
      judgement: { says: 'unjudged', votes: [], why: nothing },
      licence: { kind: 'unlicensed', why: nothing },
      usage: [],
      nobody: true,
    })
    expect(asked).toEqual([])
    for (const error of [new Error('there is no key'), 'there is no key']) {
      const closed = setUp(sayMet, { open: () => Promise.reject(error) })
      expect(await closed.judges.answer(question)).toMatchObject({
        judgement: { why: 'there is no key' },
        nobody: true,
      })
    }
  })
  it('is taken from a sealed tape, all of its votes or none', async () => {
    const recorded = setUp(sayMet)
    await recorded.judges.answer(question)
    const sealed: AnswerKeeper = {
      ...recorded.keeper,
      sealed: {
        holds: (key) => recorded.known.has(key),
        why: ({ criterion, vote }) => `the tape lacks vote ${vote} on ${criterion}`,
      },
    }
    const { judges, asked } = setUp(sayMet, { keeper: sealed })
    expect(await judges.answer(question)).toMatchObject({ judgement: { says: 'met' } })
    expect(await judges.answer({ ...question, votes: 3 })).toMatchObject({
      judgement: { says: 'unjudged', votes: [], why: 'the tape lacks vote 2 on greets asha' },
      nobody: true,
    })
    expect(asked).toEqual([])
  })
})

describe('the hash of a judge', () => {
  const [a, b] = ['a', 'b'].map((name) => setUp(sayMet).modelOf(name)) as [JudgeModel, JudgeModel]
  it('is the same for the same models in any order, and another for anything else', () => {
    expect(judgeHash([a, b], 1, 'turn')).toBe(judgeHash([b, a], 1, 'turn'))
    const others = [
      judgeHash([a], 1, 'turn'),
      judgeHash([b], 1, 'turn'),
      judgeHash([a, b], 1, 'turn'),
      judgeHash([a], 3, 'turn'),
      judgeHash([a], 1, 'conversation'),
    ]
    expect(new Set(others).size).toBe(others.length)
    expect(judgeHash([{ identity: a.identity }], 1, 'turn')).toBe(others[0])
  })
})

describe('a model that speaks', () => {
  it('is told apart by the seed, the turn and the version, and kept under what it is about', async () => {
    const { judges, asked, kept } = setUp(() => 'I am asha')
    expect(await judges.say?.(prompt)).toEqual({ text: 'I am Asha', usage })
    expect(asked).toEqual([{ model: 'a', system: 'You play a customer.', text: '{"card":"asha"}' }])
    expect(kept[0]?.[0]).toEqual({
      criterion: 'message 1',
      model: 'a',
      judge: hashJson({ is: 'a' }),
      version: 3,
      vote: 2,
    })
    for (const each of [prompt, { ...prompt, version: 4 }, { ...prompt, by: 'b' }, { ...prompt, system: 'x' }])
      await judges.say?.(each)
    expect(asked).toHaveLength(4)
  })
  it('that says nothing is not halted by it, and one that may not be asked is', async () => {
    const none = { none: 'the host is busy' }
    expect(await setUp(() => none).judges.say?.(prompt)).toEqual({ ...none, halted: false, usage })
    const { judges, lost } = setUp(sayMet, { charge: () => 'budget spent' })
    expect(await judges.say?.(prompt)).toEqual({ none: 'budget spent', halted: true, usage: [] })
    expect(lost).toEqual(['budget spent'])
    const over = await setUp(sayMet).judges.say?.(prompt, AbortSignal.abort())
    expect(over).toEqual({ none: 'interrupted before the judge had answered', halted: true, usage: [] })
  })
  it('is asked again for what is blank, or what the prompt does not take', async () => {
    const { judges, counted } = setUp((text) => JSON.parse(text).says)
    for (const says of ['I am asha', ' \n', 'as an AI'])
      for (const more of [{}, { counts: (text: string) => text === 'I am Asha' }])
        await judges.say?.({ ...prompt, ...more, material: { says }, occasion: { says, ...more } as never })
    expect(counted).toEqual([true, true, false, false, true, false])
  })
  it('has to be there', async () => {
    const none = (why: string) => ({ none: why, halted: false, usage: [] })
    expect(await setUp(sayMet, { open: async () => [] }).judges.say?.(prompt)).toEqual(none('there is no model a'))
    for (const error of [new Error('no key'), 'no key']) {
      const { judges } = setUp(sayMet, { open: () => Promise.reject(error) })
      expect(await judges.say?.(prompt)).toEqual(none('no key'))
    }
  })
  it('says on a tape what the tape has, in words that are put back', async () => {
    const { judges, keeper, asked } = setUp(() => 'I am someone')
    const taped = judges.through?.({
      keeper: () => keeper,
      put: (value) => ({
        value: JSON.parse(JSON.stringify(value).replaceAll('Asha', 'someone')) as JsonValue,
        reveal: (text) => text.replaceAll('someone', 'asha'),
      }),
    })
    expect(await taped?.say?.(prompt)).toMatchObject({ text: 'I am asha' })
    expect(asked[0]?.text).toBe('{"card":"someone"}')
    const sealed = setUp(sayMet, {
      keeper: { ...keeper, sealed: { holds: () => false, why: ({ vote }) => `the tape lacks try ${vote}` } },
    })
    expect(await sealed.judges.say?.(prompt)).toEqual({
      none: 'the tape lacks try 2',
      halted: false,
      sealed: true,
      usage: [],
    })
    expect(sealed.asked).toEqual([])
  })
})
