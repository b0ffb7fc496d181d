import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { JsonValue } from '../../../base/json/json.ts'
import type { AnalyticsQuery } from '../../../wire/api/blueprint.ts'
import type { Model } from '../../../wire/models/model.ts'
import { accessModels } from '../../../wire/models/model-access.ts'
import { type ModelDouble, openModelDouble } from '../../../wire/models/model-double.fixture.ts'
import { AgentError } from '../../workspace/agent-function.ts'
import { answerQueries, type QueriesAnswered } from './answer-queries.ts'
import { entriesOf } from './model-turn.fixture.ts'

let double: ModelDouble
let model: Model
beforeAll(async () => {
  double = await openModelDouble()
  model = await accessModels({}, { folder: process.cwd(), env: double.env }).open(double.settings.compatible)
})
afterAll(() => double.close())

const transcript = entriesOf('> Where is 1042?', ['lookup_order', { order_id: '1042' }, 'sent'], 'On its way.')

function ask(queries: AnalyticsQuery[], instructions: string | null = null): Promise<QueriesAnswered> {
  return answerQueries({ instructions, queries }, transcript, model, {
    variables: { shop: 'Nile' },
    timeLimitMs: 5_000,
  })
}

const answers = (value: JsonValue): { match: object; response: { content: string } } => ({
  match: {},
  response: { content: JSON.stringify(value) },
})

it('gives summary, sentiment and an answer for each query, and what it took', async () => {
  const analysis = { summary: 'Asked for 1042.', sentiment: 'Positive', answers: { reason: 'delivery', other: 1 } }
  const usage = { prompt_tokens: 40, completion_tokens: 9 }
  const content = `Here it is:\n\`\`\`json\n${JSON.stringify(analysis)}\n\`\`\``
  double.answer({ match: {}, response: { content, usage } })
  const reason = { name: 'reason', description: 'Why they wrote.', type: 'string', options: ['Delivery', 'Refund'] }
  expect(await ask([reason, { ...reason, name: 'missing' }], 'The shop is ${shop}.')).toEqual({
    summary: 'Asked for 1042.',
    sentiment: 'positive',
    answers: { reason: 'Delivery', missing: null },
    usage: { model: 'openai-compatible/qwen3', inputTokens: 40, outputTokens: 9 },
  })
  const [system, user] = double.last().body.messages
  expect(system?.content).toContain('The shop is Nile.')
  expect(system?.content).toContain('- "reason" (string, one of ["Delivery","Refund"]): Why they wrote.')
  expect(user?.content).toContain(
    'Customer: Where is 1042?\nFunction: lookup_order({"order_id":"1042"}) -> sent\nAgent: On',
  )
})

describe('an answer is of the type of its query, or null', () => {
  it.each<[type: string, options: unknown[], said: JsonValue, answer: JsonValue]>([
    ['string', [], 'delivery', 'delivery'],
    ['string', [], 3, '3'],
    ['string', [], ' ', null],
    ['string', [], 'null', null],
    ['string', [], ['a'], null],
    ['string', ['unknown', 'known'], 'Unknown', 'unknown'],
    ['string', ['a', 'b'], 'c', null],
    ['enum', ['a', 'b'], 'B ', 'b'],
    ['boolean', [], true, true],
    ['boolean', [], 'No', false],
    ['boolean', [], 'perhaps', null],
    ['boolean', [], 1, null],
    ['number', [], 4.5, 4.5],
    ['number', [], '4', 4],
    ['number', [], true, null],
    ['number', [], 'four', null],
    ['number', [1, 2, 3], '2', 2],
    ['number', [1, 2, 3], 4, null],
    ['integer', [], 4.5, null],
    ['array', ['a', 'b'], ['B', 'z'], ['b']],
    ['list', [], [], []],
    ['array', ['a'], ['z'], null],
  ])('%s of %j: %j is %j', async (type, options, modelAnswer, answer) => {
    double.answer(answers({ answers: { it: modelAnswer } }))
    expect((await ask([{ name: 'it', description: '', type, options }])).answers).toEqual({ it: answer })
  })

  it('names of queries that objects have by themselves are nothing special', async () => {
    double.answer(answers({ answers: {} }))
    const queryOf = (name: string): AnalyticsQuery => ({ name, description: '', type: 'string', options: [] })
    const analysis = await ask([queryOf('constructor'), queryOf('toString')])
    expect(analysis.answers).toEqual({ constructor: null, toString: null })
  })
})

it('no JSON is asked for once more, then it is an error', async () => {
  double.answer(
    { match: { predicate: () => double.requests().length < 1 }, response: { content: 'Well, {' } },
    answers({ answers: { it: 1 } }),
  )
  const it = { name: 'it', description: '', type: 'number', options: [] }
  expect((await ask([it])).answers).toEqual({ it: 1 })
  double.answer({ match: {}, response: { content: 'I cannot tell.' } })
  await expect(ask([it])).rejects.toThrow(
    /^openai-compatible\/qwen3 at \S+ answered analytics queries with no JSON object$/,
  )
  expect(double.requests()).toHaveLength(2)
})

it('a model that cannot be asked is an error of the agent', async () => {
  double.answer({ match: {}, response: { error: { message: 'no' }, status: 404 } })
  await expect(ask([])).rejects.toThrow(AgentError)
})
