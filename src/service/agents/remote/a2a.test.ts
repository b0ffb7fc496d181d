import { A2AMock } from '@copilotkit/aimock'
import { afterEach, describe, expect, it } from 'vitest'
import { closeAll, closeLater, type Heard, json, listen, say, serveRemote, textsOf } from './remote.fixture.ts'

afterEach(closeAll)

const card = (url: string): object => ({
  name: 'desk',
  description: 'The desk',
  version: '1',
  supportedInterfaces: [{ url, protocolBinding: 'JSONRPC', protocolVersion: '1.0' }],
  skills: [],
  capabilities: {},
})

type Task = { id: string; contextId: string; status: object; artifacts?: object[] }

/** A local agent that speaks A2A; `answer` gives its answer to each request after the one for its card. */
async function listenA2a(answer: (heard: Heard, index: number) => unknown, interfaceUrl?: string) {
  let askCount = 0
  let base = ''
  const far = await listen((request, response) => {
    if (request.method === 'GET') return json(response, card(interfaceUrl ?? `${base}/rpc`))
    askCount += 1
    return json(response, { jsonrpc: '2.0', id: request.body.id, result: answer(request, askCount - 1) })
  })
  base = far.url
  return far
}

const message = (parts: object[], more: object = {}): object => ({
  message: { messageId: 'm', role: 'ROLE_AGENT', parts, ...more },
})
const words = (text: string): object => ({ role: 'ROLE_AGENT', messageId: 'm', parts: [{ text }] })

describe('an agent behind A2A', () => {
  it("is asked as a third party's double is, and its artifacts are messages", async () => {
    const double = new A2AMock({ host: '127.0.0.1' })
    double.registerAgent({ name: 'desk' })
    double.onMessage('desk', /hello/, [
      { text: 'Hello' },
      { text: 'there' },
      { data: { a: 1 } },
      { url: 'https://x.example/a.png', mediaType: 'image/png' },
    ])
    double.onTask('desk', /order/, [{ parts: [{ text: 'It is shipped.' }] }])
    const url = await double.start()
    closeLater(() => double.stop())
    const service = serveRemote({ protocol: 'a2a', url })
    const first = await say(service, 'hello')
    expect(first.data.transcript.at(-1)?.content).toMatchObject([
      { type: 'text', text: 'Hello\nthere\n{"a":1}' },
      { type: 'image', mimeType: 'image/png', url: 'https://x.example/a.png' },
    ])
    expect(textsOf(await say(service, 'my order', { sessionId: first.data.sessionId }))).toEqual(['It is shipped.'])
    const { message: refused } = await say(service, 'other')
    expect(refused).toMatch(/the A2A agent at 127\.0\.0\.1:\d+ cannot be understood: .*No matching pattern/)
  })

  it('keeps its context, and a task that waits for the customer goes on', async () => {
    const task = (state: string, more: object = {}): { task: Task } => ({
      task: { id: 't1', contextId: 'c1', status: { state, ...more } },
    })
    const answers = [
      task('TASK_STATE_INPUT_REQUIRED', { message: words('Which order?') }),
      {
        task: {
          ...task('TASK_STATE_COMPLETED', { message: words('Done.') }).task,
          artifacts: [{ artifactId: 'a', parts: [{ text: 'Order 1.' }] }],
        },
      },
      message([{ text: 'Bye.' }], { contextId: 'c1' }),
    ]
    const far = await listenA2a((_, index) => answers[index])
    const service = serveRemote({ protocol: 'a2a', url: `${far.url}/agents/desk`, headers: { 'x-team': 'a' } })
    const first = await say(service, 'My order', { metadata: { name: 'Asha' } })
    const { sessionId } = first.data
    expect(textsOf(first)).toEqual(['Which order?'])
    expect(textsOf(await say(service, '1', { sessionId }))).toEqual(['Order 1.\nDone.'])
    expect(textsOf(await say(service, 'Thanks', { sessionId }))).toEqual(['Bye.'])
    expect(far.heard[0]?.path).toBe('/agents/desk/.well-known/agent-card.json')
    expect(far.heard.every(({ headers }) => headers['x-team'] === 'a')).toBe(true)
    const sent = far.heard
      .filter(({ method }) => method === 'POST')
      .map(({ body }) => (body.params as { message: object }).message)
    expect(sent).toMatchObject([
      { parts: [{ text: 'My order' }], metadata: { sessionId, agent: 'desk', variables: { name: 'Asha' } } },
      { contextId: 'c1', taskId: 't1' },
      { contextId: 'c1' },
    ])
    expect(sent[0]).not.toHaveProperty('contextId', expect.stringMatching(/./))
    expect(sent[2]).not.toHaveProperty('taskId', expect.stringMatching(/./))
  })

  it('says what stands only in the history of this turn', async () => {
    const messageWith = (text: string, messageId: string, role = 'ROLE_AGENT') => ({
      messageId,
      role,
      parts: [{ text }],
    })
    const far = await listenA2a(({ body }) => ({
      task: {
        id: 't1',
        contextId: 'c1',
        status: { state: 'TASK_STATE_COMPLETED', message: messageWith('Done.', 'm3') },
        history: [
          messageWith('Of before.', 'm0'),
          (body.params as { message: object }).message,
          messageWith('I look.', 'm1'),
          messageWith('Done.', 'm3'),
        ],
        artifacts: [{ artifactId: 'a', parts: [{ text: 'Order 1.' }] }],
      },
    }))
    const reply = await say(serveRemote({ protocol: 'a2a', url: far.url }), 'hello')
    expect(textsOf(reply)).toEqual(['I look.\nOrder 1.\nDone.'])
  })

  it('is followed while its task needs time', async () => {
    const states = ['TASK_STATE_SUBMITTED', 'TASK_STATE_WORKING', 'TASK_STATE_COMPLETED']
    const far = await listenA2a(({ body }, index) => {
      const task = {
        id: 't1',
        contextId: 'c1',
        status: { state: states[index] },
        artifacts: [{ artifactId: 'a', parts: [{ text: 'Done.' }] }],
      }
      return body.method === 'SendMessage' ? { task } : task
    })
    expect(textsOf(await say(serveRemote({ protocol: 'a2a', url: far.url }), 'hello'))).toEqual(['Done.'])
    expect(far.heard.map(({ body }) => body.method)).toEqual([undefined, 'SendMessage', 'GetTask', 'GetTask'])
  })

  it('may speak an older version', async () => {
    const old = {
      name: 'desk',
      description: '',
      version: '1',
      protocolVersion: '0.3.0',
      url: '',
      preferredTransport: 'JSONRPC',
      skills: [],
      capabilities: {},
      defaultInputModes: [],
      defaultOutputModes: [],
    }
    const far = await listen((request, response) => {
      if (request.method === 'GET') return json(response, { ...old, url: far.url })
      const result = {
        kind: 'message',
        messageId: 'm',
        role: 'agent',
        contextId: 'c',
        parts: [{ kind: 'text', text: 'Hello' }],
      }
      return json(response, { jsonrpc: '2.0', id: request.body.id, result })
    })
    expect(textsOf(await say(serveRemote({ protocol: 'a2a', url: far.url }), 'hello'))).toEqual(['Hello'])
  })

  it.each<[string, unknown, RegExp]>([
    [
      'a task that failed',
      { task: { id: 't', contextId: 'c', status: { state: 'TASK_STATE_FAILED', message: words('no stock') } } },
      /did not finish: its task is failed\. It says "no stock"/,
    ],
    [
      'a task that it rejects',
      { task: { id: 't', contextId: 'c', status: { state: 'TASK_STATE_REJECTED' } } },
      /its task is rejected/,
    ],
    [
      'a task of no state',
      { task: { id: 't', contextId: 'c', status: { state: 'TASK_STATE_DREAMING' } } },
      /its task is in no state that is known/,
    ],
    ['an unknown part', message([{ hologram: 1 }]), /a part of a kind that is not known/],
    ['no result', {}, /cannot be understood: Invalid response/],
  ])('that answers with %s is told', async (_, answer, expected) => {
    const far = await listenA2a(() => answer)
    const reply = await say(serveRemote({ protocol: 'a2a', url: far.url }), 'hello')
    expect([reply.responseCode, reply.message]).toEqual([502, expect.stringMatching(expected)])
    expect(reply.message).toContain(`the A2A agent at ${new URL(far.url).host}`)
  })

  it("that answers in somebody else's context is told", async () => {
    const far = await listenA2a((_, index) => message([{ text: 'x' }], { contextId: `c${index}` }))
    const service = serveRemote({ protocol: 'a2a', url: far.url })
    const { data } = await say(service, 'one')
    const reply = await say(service, 'two', { sessionId: data.sessionId })
    expect(reply.message).toMatch(/answers for another context, c1: this session has c0/)
  })

  it('whose card leads to another host is not followed there', async () => {
    const far = await listenA2a(() => message([{ text: 'x' }]), 'http://127.0.0.2:9/rpc')
    const reply = await say(serveRemote({ protocol: 'a2a', url: far.url }), 'hello')
    expect(reply.message).toMatch(/is not asked: it leads to 127\.0\.0\.2:9, which gets none of its headers/)
  })

  it.each([
    ['HTML', '<!doctype html><p>Hi'],
    ['cut JSON', '{"name":'],
    ['no card', '{"hello":"world"}'],
  ])('whose card is %s is told', async (_, body) => {
    const far = await listen((__, response) => response.end(body))
    const reply = await say(serveRemote({ protocol: 'a2a', url: far.url }), 'hello')
    expect([reply.responseCode, reply.message]).toEqual([
      502,
      expect.stringMatching(/127\.0\.0\.1:\d+ cannot be understood/),
    ])
  })
})
