import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Fixture, LLMock } from '@copilotkit/aimock'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { eachByTier } from '../../src/base/tiers.fixture.ts'
import { runWarm } from '../warm/run-warm.ts'
import { orderIn, reply, serve } from './mind.ts'

/**
 * What users say and what the suite expects in reply. The last three expectations are wrong: each way must
 * fail them.
 */
const conversations: [name: string, turns: [says: string, expects: string][]][] = [
  ['greets', [['Hello', 'Which order']]],
  ['order that was shipped', [['Where is 1042?', 'Order 1042 is shipped']]],
  ['order that is being packed', [['and 2001', 'is packing']]],
  ['order that is lost', [['3003 please', 'is lost']]],
  ['order that is not there', [['Where is 9999?', 'cannot find order 9999']]],
  [
    'asks first',
    [
      ['My parcel!', 'Which order'],
      ['It is 1042.', 'is shipped'],
    ],
  ],
  ['hours', [['When do you open?', 'from 9 to 5']]],
  ['refund', [['Can I get a refund?', '30 days']]],
  ['person', [['A human please', 'with a person']]],
  [
    'thanks',
    [
      ['Thank you', 'welcome'],
      ['What are your hours', '9 to 5'],
    ],
  ],
  ['other scripts', [['ünïcode 日本', '日本語 too']]],
  [
    'long talk',
    [
      ['Hi', 'Which order'],
      ['Refund?', '30 days'],
      ['A person', 'person'],
      ['2001', 'packing'],
    ],
  ],
  ['wrong: another state', [['1042', 'is lost']]],
  [
    'wrong: at its second turn',
    [
      ['Hi', 'Which order'],
      ['Thanks', 'never mind'],
    ],
  ],
  ['wrong: finds what is not there', [['Where is 9998?', 'is shipped']]],
]

/** The suite. The A2A protocol does not reveal calls, so there the suite cannot assert them. */
function suite(seesCalls: boolean): string {
  const turn = ([says, expects]: [string, string]): object => {
    const order = orderIn(says)
    const is_error = !reply(says).includes(' is ')
    const calls = order === null ? 'none' : [{ lookup_order: { with: { order_id: order }, is_error } }]
    return { user: says, expect: { reply: { contains: expects }, ...(seesCalls ? { calls } : {}) } }
  }
  return JSON.stringify({
    suite: 'Seven ways',
    agent: 'desk',
    conversations: conversations.map(([name, turns]) => ({ name, turns: turns.map(turn) })),
  })
}

const lookup = {
  description: 'Finds an order by its number.',
  parameters: { type: 'object', properties: { order_id: { type: 'string' } }, required: ['order_id'] },
  cases: [
    ...[
      ['1042', 'shipped'],
      ['2001', 'packing'],
      ['3003', 'lost'],
    ].map(([order_id, status]) => ({ with: { order_id }, output: { status } })),
    { error: 'no such order' },
  ],
}

let folder: string
const closing: (() => unknown)[] = []
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tableread-seven-'))
})
afterAll(async () => {
  for (const close of closing) await close()
  rmSync(folder, { recursive: true, force: true })
})

async function served(way: 'chat' | 'hook' | 'own' | 'a2a' | 'agui'): Promise<string> {
  const { url, close } = await serve(way)
  closing.push(close)
  return url
}

/** A third party's mock of a model, which behaves as mind.ts does. */
async function model(): Promise<string> {
  const mock = new LLMock({ port: 0, host: '127.0.0.1', logLevel: 'silent' })
  const messages = [...new Set(conversations.flatMap(([, turns]) => turns.map(([says]) => says)))]
  mock.addFixtures(
    messages.flatMap((userMessage): Fixture[] => {
      const order = orderIn(userMessage)
      const answer = {
        match: { userMessage, hasToolResult: order !== null },
        response: { content: reply(userMessage) },
      }
      if (order === null) return [{ match: { userMessage }, response: answer.response }]
      const toolCalls = [{ name: 'lookup_order', arguments: JSON.stringify({ order_id: order }) }]
      return [{ match: { userMessage, hasToolResult: false }, response: { toolCalls } }, answer]
    }),
  )
  await mock.start()
  closing.push(() => mock.stop())
  return `${mock.url}/v1`
}

const ways: Record<string, () => Promise<object>> = {
  model: async () => ({ prompt: 'You are the order desk.', model: 'house', tools: { lookup_order: lookup } }),
  code: async () => ({ module: './mind.ts', tools: { lookup_order: lookup } }),
  'chat completions': async () => ({ 'chat completions': await served('chat'), tools: { lookup_order: lookup } }),
  a2a: async () => ({ a2a: await served('a2a') }),
  'ag-ui': async () => ({ 'ag-ui': await served('agui'), tools: { lookup_order: lookup } }),
  webhook: async () => ({ webhook: await served('hook') }),
  http: async () => {
    const calls = { each: '/calls', name: '/name', arguments: '/input', output: '/output', error: '/error' }
    return { http: { url: await served('own'), body: { message: '{{message}}' }, answer: { reply: '/text', calls } } }
  },
}

async function verdictsOf(way: string): Promise<[string, string][]> {
  const place = join(folder, way.replace(/\W/g, '-'))
  mkdirSync(place)
  const house =
    way === 'model' ? { models: { house: { use: 'openai-compatible/qwen3', 'base url': await model() } } } : {}
  const workspace = { workspace: 'seven', keys: ['local-key'], agents: ['desk.yaml'], ...house }
  const agent = { agent: 'desk', id: 'desk', published: 1, versions: { 1: await ways[way]?.() } }
  copyFileSync(join(import.meta.dirname, 'mind.ts'), join(place, 'mind.ts'))
  for (const [name, value] of Object.entries({ 'workspace.yaml': workspace, 'desk.yaml': agent }))
    writeFileSync(join(place, name), JSON.stringify(value))
  writeFileSync(join(place, 'suite.yaml'), suite(way !== 'a2a'))
  const env = { NO_COLOR: '1', TABLEREAD_HISTORY: 'off', TABLEREAD_JOURNAL: 'off' }
  const { out, err } = await runWarm(['run', 'suite.yaml', '--workspace', '.', '--json', 'r.json'], {
    folder: place,
    env,
  })
  try {
    const result = JSON.parse(readFileSync(join(place, 'r.json'), 'utf8')) as {
      conversations: { name: string; verdict: string }[]
    }
    return result.conversations.map(({ name, verdict }) => [name, verdict])
  } catch {
    throw new Error(out + err)
  }
}

describe('one agent', () => {
  const expected = conversations.map(([name]) => [name, name.startsWith('wrong') ? 'failed' : 'passed'])

  eachByTier(2)(Object.keys(ways))('has the same verdicts as %s', async (way) => {
    expect((await verdictsOf(way)).sort()).toEqual([...expected].sort())
  })
})
