import { describe, expect, it } from 'vitest'
import type { JsonValue } from '../../base/json/json.ts'
import { createJudges, type JudgeSurroundings } from './create-judges.ts'
import type { AnswerKeeper, JudgedTape, KeptAnswer, Prompt } from './judges.ts'

const prompt: Prompt = {
  by: 'user-model',
  system: 'You play a customer.',
  material: { card: 'asha@example.com' },
  write: (material: JsonValue) => JSON.stringify(material),
  occasion: { seed: 's 1', turn: 0, attempt: 1 },
  about: 'message 1',
  attempt: 1,
  version: 1,
}

/** Models that always say the same, and a record of what they were asked. */
function setUp(more: Partial<JudgeSurroundings> = {}) {
  const questions: string[] = []
  const answers = new Map<string, KeptAnswer>()
  const spent: unknown[] = []
  const keeper: AnswerKeeper = {
    sealed: null,
    recall: (key) => answers.get(key),
    keep: (key, answer) => void answers.set(key, answer),
  }
  const judges = createJudges({
    open: async (names = []) =>
      names.map((name) => ({
        name,
        identity: { name },
        ask: async ({ text }) => {
          questions.push(text)
          return { text: 'Write to <email 1>', usage: [{ model: name, inputTokens: 10, outputTokens: 2 }] }
        },
      })),
    votes: 1,
    keeper,
    hide: (value) => ({
      value: JSON.parse(JSON.stringify(value).replaceAll('asha@example.com', '<email 1>')) as JsonValue,
      reveal: (text) => text.replaceAll('<email 1>', 'asha@example.com'),
    }),
    licenceOf: () => ({ kind: 'not asked for' }),
    charge: () => null,
    spent: (usage) => void spent.push(...usage),
    prices: { 'user-model': { input: 1, output: 1 } },
    ...more,
  })
  return { judges, asked: questions, kept: answers, spent, keeper }
}

describe('a model that speaks', () => {
  it('is shown nothing private, and what it says of it is put back', async () => {
    const { judges, asked } = setUp()
    expect(await judges.say?.(prompt)).toMatchObject({ text: 'Write to asha@example.com' })
    expect(asked).toEqual(['{"card":"<email 1>"}'])
  })

  it('is told of on tapes and in the cache without what is private', async () => {
    const about: string[] = []
    const keeper: AnswerKeeper = {
      sealed: null,
      recall: () => undefined,
      keep: (_key, _answer, { criterion }) => void about.push(criterion),
    }
    await setUp({ keeper }).judges.say?.({ ...prompt, about: 'message 1, who wants a mail to asha@example.com' })
    expect(about).toEqual(['message 1, who wants a mail to <email 1>'])
  })

  it('is asked once for each seed, turn and try, and what it took is charged', async () => {
    const { judges, asked, spent } = setUp()
    for (const seed of ['s 1', 's 1', 's 2']) await judges.say?.({ ...prompt, occasion: { seed, turn: 0, attempt: 1 } })
    expect([asked.length, spent]).toEqual([2, [expect.objectContaining({ inputTokens: 10 }), expect.anything()]])
  })

  it('is not asked where a budget is spent', async () => {
    const { judges, asked } = setUp({ charge: () => 'budget of 3 questions to judges spent' })
    const reading = await judges.say?.(prompt)
    expect([reading, asked]).toEqual([{ none: 'budget of 3 questions to judges spent', halted: true, usage: [] }, []])
  })

  it('is halted for whoever waits for the same words, too', async () => {
    let allowance = 0
    const { judges } = setUp({ charge: () => (allowance-- > 0 ? null : 'budget spent') })
    const both = await Promise.all([judges.say?.(prompt), judges.say?.(prompt)])
    expect(both).toEqual(Array(2).fill({ none: 'budget spent', halted: true, usage: [] }))
  })

  it('tells why there is no answer', async () => {
    const open = () => Promise.reject(new Error('there is no model "user-model"'))
    expect(await setUp({ open }).judges.say?.(prompt)).toMatchObject({
      none: 'there is no model "user-model"',
      halted: false,
    })
  })

  it('is not asked in a replay, and says what the tape has', async () => {
    const recorded = setUp()
    await recorded.judges.say?.(prompt)
    const tape: JudgedTape = {
      keeper: () => ({
        ...recorded.keeper,
        sealed: { holds: (key) => recorded.kept.has(key), why: ({ criterion }) => `the tape lacks ${criterion}` },
      }),
      put: (value) => ({ value, reveal: (text) => text }),
    }
    const { judges, asked } = setUp()
    const played = judges.through?.(tape)
    expect(await played?.say?.(prompt)).toMatchObject({ text: 'Write to asha@example.com' })
    expect(await played?.say?.({ ...prompt, occasion: { seed: 's 2' } })).toMatchObject({
      none: 'the tape lacks message 1',
    })
    expect(asked).toEqual([])
  })
})
