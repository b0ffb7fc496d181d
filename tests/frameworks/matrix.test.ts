// @module-tag stress
import { cpSync, existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { LLMock } from '@copilotkit/aimock'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { runCli } from '../hostile/run-cli.ts'
import { type Bench, type Environment, isInstalled, openBench, type Verdict } from './bench.ts'
import { answerOf, readAsked, serveModel } from './desk-model.ts'

const examples = join(import.meta.dirname, '../../examples')

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

/** What comes of tests/frameworks/faults.yaml. */
const faulty: Record<string, Verdict> = {
  'fault 401': 'errored: service',
  'fault 429': 'passed', // the host asks to wait, and is asked again
  'fault 500': 'errored: service',
  'fault cut': 'errored: network', // 'service' or 'agent' where an error in between does not name the connection
  'bad arguments': 'passed',
  'tool that hangs': 'errored: service',
  'is Ada': 'passed',
  'is Ben': 'passed',
}

/** A kind of agent. */
interface Kind {
  /** Prepares it; returns its workspace, and what it needs of the environment besides the model. */
  open(bench: Bench, env: Environment): Promise<{ workspace: string; more?: Environment }>
  /** The verdicts that are others, and why. */
  others?: Record<string, Verdict>
  /** Whether it says what it took. @default true */
  counts?: false
  /** Which double is the model: a third party's, or none, has no faults. @default 'own' */
  model?: 'own' | 'aimock' | 'none'
}

const example =
  (name: string): Kind['open'] =>
  async () => ({ workspace: name })
const copied =
  (name: string, copy: string): Kind['open'] =>
  async ({ folder }) => {
    cpSync(join(folder, name), join(folder, copy), { recursive: true })
    return { workspace: copy }
  }
const served =
  (name: string): Kind['open'] =>
  async (bench, env) => ({ workspace: name, more: { PORT: await bench.start(`${name}/server.mjs`, env) } })

/** A workspace whose agents a test writes: the desk, and billing where it is one of its own. */
const openFrom =
  (name: string, desk: object, { billing, models }: { billing?: object; models?: object } = {}): Kind['open'] =>
  async (bench) => {
    const agents = { desk, ...(billing === undefined ? {} : { billing }) }
    for (const [agent, version] of Object.entries(agents))
      bench.write(`${name}/${agent}.yaml`, { agent, id: agent, published: 1, versions: { 1: version } })
    for (const file of ['code-agent.ts', 'desk-model.ts'])
      cpSync(join(import.meta.dirname, file), join(bench.folder, name, file))
    const agentFiles = Object.keys(agents).map((agent) => `${agent}.yaml`)
    bench.write(`${name}/workspace.yaml`, { workspace: name, keys: ['local-key'], agents: agentFiles, ...models })
    return { workspace: name }
  }

const lookup_order = {
  description: 'Finds an order by its number.',
  parameters: { type: 'object', properties: { order_id: { type: 'string' } }, required: ['order_id'] },
  module: '../orders.mjs#lookUp',
}
/** Where nothing listens. */
const nobody = { OPENAI_BASE_URL: 'http://127.0.0.1:9/v1', PORT: '9' }
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
  'bad arguments': 'not judged',
}
/** The protocol shows no status of whatever failed behind the agent. */
const blamed: Record<string, Verdict> = Object.fromEntries(
  ['is cut off', 'fault 401', 'fault 500', 'fault cut'].map((name) => [name, 'errored: agent']),
)

const kinds: Record<string, Kind> = {
  'prompt and model': {
    open: openFrom('model', model, { billing, models }),
    others: { 'fault cut': 'errored: service' },
  },
  code: {
    open: openFrom(
      'code',
      { module: './code-agent.ts', tools: { lookup_order } },
      { billing: { module: './code-agent.ts#billing' } },
    ),
    model: 'none',
  },
  'chat completions': {
    open: openFrom('chat', { ...chat, 'hands off to': ['billing'] }, { billing, models }),
    others: { 'fault 500': 'errored: agent' }, // here it is the agent that breaks
  },
  'tools of an MCP server': { open: example('mcp'), others: { 'fault cut': 'errored: service' } },
  'Vercel AI SDK': { open: example('ai-sdk') },
  'Vercel AI SDK, over aimock': { open: copied('ai-sdk', 'ai-sdk-aimock'), model: 'aimock' },
  'OpenAI Agents SDK': { open: example('openai-agents') },
  // Its prebuilt agent ends without a word where the arguments of a call are no JSON.
  LangGraph: { open: example('langgraph'), others: { 'bad arguments': 'failed' } },
  // It drops what a model says in refusing; the reply is empty.
  Mastra: { open: example('mastra'), others: { refuses: 'failed' } },
  'a webhook of Express': { open: served('express'), others: { 'fault cut': 'errored: service' } },
  'a webhook of Fastify': { open: served('fastify'), others: { 'fault cut': 'errored: agent' } },
  'any HTTP': { open: served('http'), others: { 'fault cut': 'errored: service' } },
  // The protocol shows neither calls and thoughts nor who speaks: `hands off to` is refused there.
  A2A: { open: served('a2a'), others: { ...hidden, ...blamed, 'hands over': 'failed' }, counts: false },
  'AG-UI': { open: served('ag-ui'), others: { 'fault cut': 'errored: agent' } },
}

describe.skipIf(!isInstalled)('one suite (frameworks: npm ci --prefix tests/frameworks)', () => {
  let bench: Bench
  const closing: (() => unknown)[] = []
  let env: Environment
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
  afterAll(async () => {
    for (const close of closing) await close()
  })

  it.each(Object.keys(kinds))('has the same verdicts for %s', { tags: 'slow' }, async (kind) => {
    const { open, others = {}, counts = true, model = 'own' } = kinds[kind] as Kind
    const own = model === 'aimock' ? { ...env, OPENAI_BASE_URL: aimock } : env
    const { workspace, more } = await open(bench, own)
    const suites = model === 'own' ? ['suite.yaml', 'faults.yaml'] : ['suite.yaml']
    const recorded = ['--tapes', `tapes/${workspace}`, '--tape']
    const { verdicts, counted, out } = await bench.verdicts(
      suites,
      workspace,
      { ...own, ...more },
      ...recorded,
      'record',
    )
    expect(verdicts, out).toEqual({ ...usual, ...(model === 'own' ? faulty : {}), ...others })
    expect(counted.includes('takes tokens')).toBe(counts)
    const replay = await bench.verdicts(suites, workspace, nobody, ...recorded, 'replay')
    const isKept = ([, verdict]: [string, Verdict]): boolean => verdict === 'passed' || verdict === 'failed'
    const [firstVerdicts, replayed] = [verdicts, replay.verdicts].map((each) => Object.entries(each).filter(isKept))
    expect(replayed, replay.out).toEqual(firstVerdicts)
  })

  describe.each(readdirSync(examples).filter((each) => !each.includes('.')))('the other verbs, with %s', (kind) => {
    const workspace = `verbs-${kind}`
    const flags = ['suite.yaml:5', '--workspace', workspace]
    let own: Environment
    beforeAll(async () => {
      cpSync(join(bench.folder, kind), join(bench.folder, workspace), { recursive: true })
      const desk = parse(readFileSync(join(bench.folder, kind, 'desk.yaml'), 'utf8'))
      const [sound, broken] = [desk.versions[1], { module: './broken.ts' }]
      bench.write(`${workspace}/broken.ts`, "export default async function* () { yield 'Who knows?' }")
      const versions = { 1: sound, 2: sound, 3: broken, 4: broken }
      bench.write(`${workspace}/desk.yaml`, { ...desk, published: 2, versions, draft: { 'based on': 1 } })
      const serves = existsSync(join(bench.folder, kind, 'server.mjs')) && kind !== 'mcp'
      own = serves ? { ...env, PORT: await bench.start(`${kind}/server.mjs`, env) } : env
    })

    it('compares a draft that is the same, and a version that is worse', { tags: 'slow' }, async () => {
      const same = await bench.tableread(['compare', 'default', 'draft', ...flags], own)
      expect(same.out).toContain('draft may be published')
      const worse = await bench.tableread(['compare', '2', '3', ...flags], own)
      expect(worse.out).toContain('3 is worse than 2: 1 of 1 conversation got worse ("replies").')
      expect([same.code, worse.code]).toEqual([0, 1])
    })
    it('finds the version that broke it', { tags: 'slow' }, async () => {
      const { code, out } = await bench.tableread(['bisect', ...flags, '--good', '1', '--bad', '4'], own)
      expect(out).toContain('version 3 is the first where "replies" fails')
      expect(code).toBe(0)
    })
    it('chats', { tags: 'slow' }, async () => {
      const args = ['chat', 'desk', '--workspace', workspace, '-m', 'customer_name=Ada']
      const { out } = await runCli(args, { folder: bench.folder, env: own, input: 'Hello\n/quit\n' })
      expect(out).toContain('Which order')
    })
    it('shows the suite in the browser', { tags: 'slow' }, async () => {
      const { said, url } = await bench.openUi(flags, own)
      expect(await (await fetch(url)).text()).toContain('<title>Vitest</title>')
      expect(said()).toContain('1 passed')
    })
  })

  it.each(['ai-sdk', 'openai-agents', 'langgraph', 'mastra'])(
    'is errored by the network where nothing listens, with %s',
    { tags: 'slow' },
    async (workspace) => {
      const { verdicts, out } = await bench.verdicts(['suite.yaml:5'], workspace, { ...env, ...nobody })
      expect(verdicts, out).toEqual({ replies: 'errored: network' })
    },
  )
})
