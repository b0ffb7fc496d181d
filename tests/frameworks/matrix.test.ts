import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { LLMock } from '@copilotkit/aimock'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Bench, isInstalled, openBench, type Verdict } from './bench.ts'
import { answerOf, readAsked, serveModel } from './desk-model.ts'

/** What the suite of examples/ comes to where everything can be seen. */
const usual: Record<string, Verdict> = {
  replies: 'passed',
  'calls a tool': 'passed',
  'says that a tool failed': 'passed',
  'calls several at once': 'passed',
  'knows the customer': 'passed',
  remembers: 'passed',
  'hands over': 'passed',
  'says nothing': 'failed',
  refuses: 'passed',
  'answers in JSON': 'passed',
  thinks: 'passed',
  'takes tokens': 'passed',
  'is cut off': 'errored: service',
}

/** A kind of agent. */
interface Kind {
  /** Prepares it; returns its workspace, and what it needs of the environment besides the model. */
  open(bench: Bench, env: NodeJS.ProcessEnv): Promise<{ workspace: string; more?: NodeJS.ProcessEnv }>
  /** The verdicts that are others, and why. */
  others?: Record<string, Verdict>
  /** Whether it says what it took. @default true */
  counts?: false
  /** Whether a third party's double is the model. @default false: it is our own */
  aimock?: true
}

const example =
  (name: string): Kind['open'] =>
  async () => ({ workspace: name })
const served =
  (name: string): Kind['open'] =>
  async (bench, env) => ({ workspace: name, more: { PORT: await bench.start(`${name}/server.mjs`, env) } })

/** A workspace whose agents a test writes: the desk, and billing where it is one of its own. */
const written =
  (name: string, desk: object, { billing, models }: { billing?: object; models?: object } = {}): Kind['open'] =>
  async (bench) => {
    const agents = { desk, ...(billing === undefined ? {} : { billing }) }
    for (const [agent, version] of Object.entries(agents))
      bench.write(`${name}/${agent}.yaml`, { agent, id: agent, published: 1, versions: { 1: version } })
    for (const file of ['code-agent.ts', 'desk-model.ts'])
      cpSync(join(import.meta.dirname, file), join(bench.folder, name, file))
    const named = Object.keys(agents).map((agent) => `${agent}.yaml`)
    bench.write(`${name}/workspace.yaml`, { workspace: name, keys: ['local-key'], agents: named, ...models })
    return { workspace: name }
  }

const lookup_order = {
  description: 'Finds an order by its number.',
  parameters: { type: 'object', properties: { order_id: { type: 'string' } }, required: ['order_id'] },
  cases: [
    { with: { order_id: '1042' }, output: { status: 'shipped' } },
    { with: { order_id: '2001' }, output: { status: 'packing' } },
    { with: { order_id: '9999' }, error: 'there is no order 9999' },
  ],
}
const prompt = 'You are the order desk. The customer is ${customer_name}.'
const models = {
  models: {
    house: { use: 'openai-compatible/gpt-5-mini', 'base url': '{{env.OPENAI_BASE_URL}}', key: 'OPENAI_API_KEY' },
  },
}
const model = { prompt, model: 'house', 'hands off to': ['billing'], tools: { lookup_order } }
const billing = { prompt: 'You are billing.', model: 'house' }
const chat = { prompt, 'chat completions': '{{env.OPENAI_BASE_URL}}', tools: { lookup_order } }
const hidden: Record<string, Verdict> = {
  'calls a tool': 'not judged',
  'says that a tool failed': 'not judged',
  'calls several at once': 'not judged',
  remembers: 'not judged', // it expects no calls in its last turn
  thinks: 'not judged',
}

const kinds: Record<string, Kind> = {
  'prompt and model': { open: written('model', model, { billing, models }) },
  code: {
    open: written(
      'code',
      { module: './code-agent.ts', tools: { lookup_order } },
      { billing: { module: './code-agent.ts#billing' } },
    ),
  },
  'chat completions': {
    open: written('chat', { ...chat, 'hands off to': ['billing'] }, { billing, models }),
  },
  'tools of an MCP server': { open: example('mcp') },
  'Vercel AI SDK': { open: example('ai-sdk') },
  'Vercel AI SDK, over aimock': { open: example('ai-sdk'), aimock: true },
  'OpenAI Agents SDK': { open: example('openai-agents') },
  LangGraph: { open: example('langgraph') },
  // It drops what a model says in refusing; the reply is empty.
  Mastra: { open: example('mastra'), others: { refuses: 'failed' } },
  'a webhook of Express': { open: served('express') },
  'a webhook of Fastify': { open: served('fastify') },
  // The protocol shows neither who speaks (`hands off to` is refused there) nor why a task has failed.
  A2A: { open: served('a2a'), others: { ...hidden, 'hands over': 'failed', 'is cut off': 'errored: agent' }, counts: false },
  'AG-UI': { open: served('ag-ui') },
}

describe.skipIf(!isInstalled)('one suite (frameworks: npm ci --prefix tests/frameworks)', () => {
  let bench: Bench
  const closing: (() => unknown)[] = []
  let env: NodeJS.ProcessEnv
  let aimock: string
  beforeAll(async () => {
    bench = openBench()
    const own = await serveModel()
    const mock = new LLMock({ port: 0, host: '127.0.0.1', logLevel: 'silent' })
    mock.on({ predicate: () => true }, (request) => {
      const { text, thinking, refusal, calls, finish } = answerOf(readAsked(request as never))
      const shared = { usage: { prompt_tokens: 100, completion_tokens: 10 } }
      if (calls !== undefined)
        return { ...shared, toolCalls: calls.map(({ name, given }) => ({ name, arguments: JSON.stringify(given) })) }
      const reasoning = thinking === undefined ? {} : { reasoning: thinking }
      return {
        ...shared,
        content: refusal ?? text ?? '',
        ...reasoning,
        ...(finish === undefined ? {} : { finishReason: finish }),
      }
    })
    await mock.start()
    aimock = `${mock.url}/v1`
    env = { OPENAI_BASE_URL: own.url, OPENAI_API_KEY: 'key-of-the-double' }
    closing.push(
      own.close,
      () => mock.stop(),
      () => bench.close(),
    )
  })
  afterEach(() => bench.stopAll())
  afterAll(async () => {
    for (const close of closing) await close()
  })

  it.each(Object.keys(kinds))('has the same verdicts for %s', { tags: 'slow' }, async (kind) => {
    const { open, others = {}, counts = true, aimock: isThirdParty = false } = kinds[kind] as Kind
    const own = isThirdParty ? { ...env, OPENAI_BASE_URL: aimock } : env
    const { workspace, more } = await open(bench, own)
    const { verdicts, counted, out } = await bench.verdicts('suite.yaml', workspace, { ...own, ...more })
    expect(verdicts, out).toEqual({ ...usual, ...others })
    expect(counted.includes('takes tokens')).toBe(counts)
  })
})
