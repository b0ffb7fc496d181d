import { afterEach, describe, expect, it, vi } from 'vitest'
import { type Layer, layerHeader, layers, readLayer } from '../../wire/api/layer.ts'
import { createService, type Service } from '../app.ts'
import type { AgentTool, RemoteBehaviour, VersionedAgent } from '../workspace/agent.ts'
import { AgentError, type AgentFunction, type AgentPart } from '../workspace/agent-function.ts'
import { defaultConfig } from '../workspace/build-agent.ts'
import { bareWorkspace } from '../workspace/workspace.ts'
import { closeAll, closeLater, json, listen, serveRemote, tool } from './remote/remote.fixture.ts'

afterEach(async () => {
  vi.unstubAllEnvs()
  await closeAll()
})

const shared = { before: [], after: [], analysis: {} }

function serve(behaviour: VersionedAgent['behaviour']): Service {
  const version = { label: '1', number: 1, description: '', config: defaultConfig(), behaviour }
  const agent = { name: 'desk', agentId: 'a-1', versions: new Map([[1, version]]), published: 1, draft: null }
  const service = createService({ workspaces: [bareWorkspace({ name: 'demo', keys: ['key'], agents: [agent] })] })
  closeLater(() => service.close())
  return service
}

const code = (from: AgentFunction, tools: AgentTool[] = [], limitMs = 5_000): Service =>
  serve({ kind: 'code', from, tools, limitMs, ...shared })

const model = (url: string, steps = 3): Service =>
  serve({
    ...{ kind: 'model', tools: [tool('look')], limitMs: 1_500, ...shared, models: {}, folder: import.meta.dirname },
    ...{ steps, tokens: null, foldAfter: null, mayEnd: false },
    model: { use: 'openai-compatible/qwen3', baseUrl: `${url}/v1`, key: 'FAR_KEY' },
  })

/** The error code of a refused turn, and the layer that its header names. */
async function layerOf(service: Service): Promise<[errorCode: string | undefined, layer: Layer | undefined]> {
  const headers = { 'x-api-key': 'key', 'content-type': 'application/json' }
  const body = JSON.stringify({ agentName: 'desk', doReturnResponse: true, message: 'Where is 1042?' })
  const answer = await service.fetch(
    new Request('http://local/api/chat-agent/trigger', { method: 'POST', headers, body }),
  )
  const { errorCode } = (await answer.json()) as { errorCode?: string }
  return [errorCode, readLayer(answer.headers.get(layerHeader))]
}

const choice = (message: object, finish = 'stop'): object => ({
  ...{ id: 'x', created: 1, model: 'm' },
  choices: [{ index: 0, message: { role: 'assistant', ...message }, finish_reason: finish }],
})
const callsLook = choice(
  { content: null, tool_calls: [{ id: 'c', type: 'function', function: { name: 'look', arguments: '{}' } }] },
  'tool_calls',
)
const nobody = 'http://127.0.0.1:1'

describe('an agent of code that came to nothing', () => {
  it.each<[what: string, layer: Layer, from: AgentFunction, tools?: AgentTool[]]>([
    ['throws', 'agent', () => Promise.reject(new TypeError('no order'))],
    ['throws an AgentError of its own', 'agent', () => Promise.reject(new AgentError('I am lost'))],
    ['throws one that blames its provider', 'service', () => Promise.reject(new AgentError('it is away', 'service'))],
    ['yields what is no part', 'agent', () => Promise.resolve(5 as unknown as AgentPart)],
    ['takes too long', 'agent', () => new Promise(() => undefined)],
    [
      'has a tool whose address needs a variable that is not set',
      'script',
      async ({ call }) => void (await call('far')),
      [
        tool('far', {
          source: {
            ...{ kind: 'http', method: 'GET', url: '{{env.NOT_SET_HERE}}/x', headers: {}, query: {}, live: false },
          } as AgentTool['source'] & object,
        }),
      ],
    ],
  ])('and %s says that it was the %s', { tags: 'slow' }, async (_, layer, from, tools) => {
    expect(await layerOf(code(from, tools, 300))).toEqual(['localAgentErrored', layer])
  })
})

describe('an agent with a model that came to nothing', () => {
  it.each<[what: string, layer: Layer, answer: [status: number, body: object | string]]>([
    ['refuses its key', 'service', [401, { error: { message: 'no' } }]],
    ['has no such model', 'script', [404, { error: { message: 'no' } }]],
    ['refuses the request', 'service', [400, { error: { message: 'too long' } }]],
    ['takes no more requests', 'service', [429, { error: { message: 'slow down' } }]],
    ['breaks', 'service', [500, { error: { message: 'oops' } }]],
    ['gives half an answer', 'service', [200, choice({ content: 'Order 1042 is not' }, 'length')]],
    ['gives no answer of a model', 'service', [200, { hello: 'there' }]],
    ['never stops calling', 'agent', [200, callsLook]],
  ])('since its host %s says that it was the %s', { tags: 'slow' }, async (_, layer, [status, body]) => {
    vi.stubEnv('FAR_KEY', 'sk-far-side-4711')
    const far = await listen((_heard, response) => json(response, body, status))
    expect(await layerOf(model(far.url))).toEqual(['localAgentErrored', layer])
  })
  it('since nobody listens there says that it was the network, and without a key the script', {
    tags: 'slow',
  }, async () => {
    vi.stubEnv('FAR_KEY', 'sk-far-side-4711')
    expect(await layerOf(model(nobody))).toEqual(['localAgentErrored', 'network'])
    vi.stubEnv('FAR_KEY', '')
    expect(await layerOf(model(nobody))).toEqual(['localAgentErrored', 'script'])
  })
})

describe.each<RemoteBehaviour['protocol']>(['chat completions', 'ag-ui', 'webhook', 'http'])(
  'an agent behind %s that came to nothing',
  (protocol) => {
    it.each<[status: number, layer: Layer]>([
      [400, 'agent'],
      [401, 'service'],
      [403, 'service'],
      [404, 'script'],
      [405, 'script'],
      [429, 'service'],
      [500, 'agent'],
      [502, 'service'],
      [503, 'service'],
      [200, 'agent'],
    ])('with %i says that it was the %s', async (status, layer) => {
      const far = await listen((_heard, response) => json(response, { what: 'is this' }, status))
      expect(await layerOf(serveRemote({ protocol, url: far.url }))).toEqual(['localAgentErrored', layer])
    })
    it.each<[body: object, layer: Layer]>([
      [{ error: { message: 'no', type: 'server_error', code: null } }, 'service'],
      [{ error: { message: 'no', status: 429 } }, 'service'],
      [{ statusCode: 500, message: 'Internal server error' }, 'agent'],
      [{ detail: 'no' }, 'agent'],
    ])('with 500 and %j says that it was the %s', async (body, layer) => {
      const far = await listen((_heard, response) => json(response, body, 500))
      expect(await layerOf(serveRemote({ protocol, url: far.url }))).toEqual(['localAgentErrored', layer])
    })
    it('since nobody listens there says that it was the network, and without its address the script', async () => {
      expect(await layerOf(serveRemote({ protocol, url: nobody }))).toEqual(['localAgentErrored', 'network'])
      const unset = serveRemote({ protocol, url: '{{env.NOT_SET_HERE}}/agent' })
      expect(await layerOf(unset)).toEqual(['localAgentErrored', 'script'])
    })
  },
)

it('an agent that nobody has filled in is the script’s', async () => {
  const unfilled = serve({
    kind: 'scripted',
    unfilled: true,
    rules: [],
    otherwise: [],
    before: [],
    after: [],
    tools: [],
    analysis: {},
  } as never)
  expect(await layerOf(unfilled)).toEqual(['localAgentErrored', 'script'])
})

it('a header that names no layer is none', () => {
  expect([...layers.map(readLayer), readLayer('moon'), readLayer(null)]).toEqual([...layers, undefined, undefined])
})
