import type { ServerResponse } from 'node:http'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createService, type Service } from '../app.ts'
import type { RemoteBehaviour } from '../workspace/agent.ts'
import { defaultConfig } from '../workspace/build-agent.ts'
import { bareWorkspace } from '../workspace/workspace.ts'
import { closeAll, closeLater, type Heard, json, listen, say, serveRemote, textsOf } from './remote/remote.fixture.ts'

const secret = 'sk-far-side-4711'
afterEach(async () => {
  vi.unstubAllEnvs()
  await closeAll()
})

/** How an agent behind HTTP is reached. */
type Kind = 'model' | RemoteBehaviour['protocol']

/** A service whose agent `desk` is answered by a server at `url`. */
function serve(kind: Kind, url: string): Service {
  if (kind !== 'model') return serveRemote({ protocol: kind, url, headers: { 'x-key': '{{env.FAR_KEY}}' } })
  const shared = { tools: [], before: [], after: [], limitMs: 5_000, analysis: {} }
  const model = { use: 'openai-compatible/qwen3', baseUrl: `${url}/v1`, key: 'FAR_KEY' }
  const rest = { models: {}, folder: import.meta.dirname, steps: 3, tokens: null, foldAfter: null, mayEnd: false }
  const version = {
    ...{ label: '1', number: 1, description: '', config: defaultConfig() },
    behaviour: { kind, ...shared, model, ...rest },
  }
  const agent = { name: 'desk', agentId: 'a-1', versions: new Map([[1, version]]), published: 1, draft: null }
  const service = createService({ workspaces: [bareWorkspace({ name: 'demo', keys: ['key'], agents: [agent] })] })
  closeLater(() => service.close())
  return service
}

type Answer = (heard: Heard, response: ServerResponse) => unknown

const choice = (more: object, around: object = {}, message: object = {}): Answer =>
  function answer(_, response) {
    const reply = { role: 'assistant', content: 'Order 1042 is not', ...message }
    json(response, { id: 'x', created: 1, model: 'm', choices: [{ index: 0, message: reply, ...more }], ...around })
  }

const card = (request: Heard): object => ({
  ...{ name: 'desk', description: 'The desk', version: '1', skills: [], capabilities: {} },
  supportedInterfaces: [
    { url: `http://${request.headers.host}/rpc`, protocolBinding: 'JSONRPC', protocolVersion: '1.0' },
  ],
})

const a2a = (result: object): Answer =>
  function answer(request, response) {
    json(response, request.method === 'GET' ? card(request) : { jsonrpc: '2.0', id: request.body.id, result })
  }
const words = { messageId: 'm', role: 'ROLE_AGENT', parts: [{ text: 'Order 1042 is not' }] }

type Run = { threadId: string; runId: string }
const agUi = (events: (run: Run) => object[]): Answer =>
  function answer({ body }, response) {
    const run = { threadId: String(body.threadId), runId: String(body.runId) }
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    for (const event of events(run)) response.write(`data: ${JSON.stringify(event)}\n\n`)
    response.end()
  }
const begins = (run: Run, more: object = {}): object => ({ type: 'RUN_STARTED', ...run, ...more })
const ends = (run: Run, more: object = {}): object => ({ type: 'RUN_FINISHED', ...run, ...more })
const speaks = (role = 'assistant'): object[] => [
  { type: 'TEXT_MESSAGE_START', messageId: 'm', role },
  { type: 'TEXT_MESSAGE_CONTENT', messageId: 'm', delta: 'Order 1042 is not' },
  { type: 'TEXT_MESSAGE_END', messageId: 'm' },
]

/** Answers that look sound at first sight, but are not. */
const misdeeds: [kind: Kind, what: string, answer: Answer, message: RegExp][] = [
  ...(['model', 'chat completions'] as const).flatMap((kind): typeof misdeeds => [
    [kind, 'is cut off', choice({ finish_reason: 'length' }), /was cut off/],
    [kind, 'is filtered', choice({ finish_reason: 'content_filter' }), /was kept back by its content filter/],
    [kind, 'ends with an error', choice({ finish_reason: 'error' }), /is not whole: it ended with "error"/],
    [kind, 'ends as nobody knows', choice({ finish_reason: 'abort' }), /is not whole: it ended with "abort"/],
    [kind, 'calls nothing', choice({ finish_reason: 'tool_calls' }), /wants to call functions and names none/],
    [kind, 'says that it failed', choice({}, { error: { message: 'overloaded' } }), /overloaded/],
    [kind, 'is of the customer', choice({ finish_reason: 'stop' }, {}, { role: 'user' }), /role|no answer of a model/],
  ]),
  [
    'chat completions',
    'calls in an older form',
    choice({}, {}, { function_call: { name: 'x', arguments: '{}' } }),
    /calls by function_call/,
  ],
  ['a2a', 'is of the customer', a2a({ message: { ...words, role: 'ROLE_USER' } }), /of the customer \(ROLE_USER\)/],
  [
    'a2a',
    'is of the customer in a task',
    a2a({
      task: {
        id: 't',
        contextId: 'c',
        status: { state: 'TASK_STATE_COMPLETED', message: { ...words, role: 'ROLE_USER' } },
      },
    }),
    /of the customer \(ROLE_USER\)/,
  ],
  [
    'a2a',
    'is of another task',
    a2a({
      task: { id: 't', contextId: 'c', status: { state: 'TASK_STATE_COMPLETED', message: { ...words, taskId: 'u' } } },
    }),
    /a message of another task, u: this one is t/,
  ],
  [
    'ag-ui',
    'is of the customer',
    agUi((run) => [begins(run), ...speaks('user'), ends(run)]),
    /of the customer \(user\)/,
  ],
  [
    'ag-ui',
    'begins for another thread',
    agUi((run) => [begins(run, { threadId: 'x' }), ...speaks(), ends(run)]),
    /answers for another thread, x/,
  ],
  [
    'ag-ui',
    'ends for another thread',
    agUi((run) => [begins(run), ...speaks(), ends(run, { threadId: 'x' })]),
    /answers for another thread, x/,
  ],
  [
    'ag-ui',
    'ends for another run',
    agUi((run) => [begins(run), ...speaks(), ends(run, { runId: 'x' })]),
    /answers for another run, x/,
  ],
  [
    'webhook',
    'is for another session',
    (_, response) => json(response, { reply: 'Order 1042 is not', sessionId: 'x' }),
    /answers for another session/,
  ],
]

it.each(misdeeds)('an answer by %s that %s is none', async (kind, _, answer, message) => {
  vi.stubEnv('FAR_KEY', secret)
  const far = await listen(answer)
  const service = serve(kind, far.url)
  const reply = await say(service, 'Where is 1042?')
  expect([reply.responseCode, reply.message]).toEqual([502, expect.stringMatching(message)])
  expect(service.context.store.countSessions()).toBe(0)
  expect(JSON.stringify(reply)).not.toContain(secret)
})

/** The same kinds of answers, without a misdeed. */
const sound: [kind: Kind, what: string, answer: Answer][] = [
  ...(['model', 'chat completions'] as const).flatMap((kind): typeof sound => [
    ...['stop', 'eos_token', 'end_turn', null].map((word): (typeof sound)[number] => [
      kind,
      String(word),
      choice({ finish_reason: word }),
    ]),
    [kind, 'no ending', choice({})],
    [kind, 'error: null', choice({}, { error: null })],
  ]),
  ['a2a', 'a message', a2a({ message: words })],
  ['ag-ui', 'a run', agUi((run) => [begins(run), ...speaks(), ends(run)])],
  ['webhook', 'a reply', (_, response) => json(response, { reply: 'Order 1042 is not' })],
]

it.each(sound)('a whole answer by %s with %s is one', async (kind, _, answer) => {
  vi.stubEnv('FAR_KEY', secret)
  const far = await listen(answer)
  expect(textsOf(await say(serve(kind, far.url), 'Where is 1042?'))).toEqual(['Order 1042 is not'])
})

describe.each(['model', 'chat completions', 'a2a', 'ag-ui', 'webhook'] as const)('a redirect by %s', (kind) => {
  it.each<[what: string, headers: (heard: Heard) => Record<string, string>]>([
    ['that says nowhere', () => ({})],
    ['that says nothing', () => ({ location: '' })],
    ['to itself', ({ path }) => ({ location: path })],
    ['to another part of itself', ({ path }) => ({ location: `${path}#again` })],
    ['to itself, spelled otherwise', ({ path, headers }) => ({ location: `http://${headers.host}/x/..${path}` })],
  ])('%s sends no request twice', async (_, headers) => {
    vi.stubEnv('FAR_KEY', secret)
    for (const status of [307, 308]) {
      const far = await listen((request, response) => response.writeHead(status, headers(request)).end())
      const reply = await say(serve(kind, far.url), 'Where is 1042?')
      expect([reply.responseCode, reply.message]).toEqual([502, expect.stringMatching(/redirects|elsewhere/)])
      expect(far.heard).toHaveLength(1)
    }
  })

  it('that goes in a circle sends no request twice', async () => {
    vi.stubEnv('FAR_KEY', secret)
    const far = await listen(({ path }, response) =>
      response.writeHead(307, { location: path.endsWith('/x') ? path.slice(0, -2) : `${path}/x` }).end(),
    )
    expect((await say(serve(kind, far.url), 'Where is 1042?')).responseCode).toBe(502)
    expect(new Set(far.heard.map(({ path }) => path)).size).toBe(far.heard.length)
  })
})
