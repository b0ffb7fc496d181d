import type { ServerResponse } from 'node:http'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Service } from '../../app.ts'
import type { RemoteBehaviour } from '../../workspace/agent.ts'
import { closeAll, type Heard, json, listen, say, serveRemote, textsOf } from './remote.fixture.ts'

afterEach(closeAll)

/** A webhook that answers "Yes?", and ends the session at "bye"; `notice` answers its end notices. */
async function listenHook(notice: (response: ServerResponse) => unknown = (response) => response.end()) {
  const { url, heard } = await listen(({ body }, response) => {
    if (body.event === 'end') return notice(response)
    const parts = body.message === 'bye' ? ['Good bye.', { end: true }] : ['Yes?']
    json(response, { version: 1, parts, state: { said: body.message } })
  })
  const notices = () => heard.filter(({ body }) => body.event === 'end')
  return { url, notices }
}

const minutesLater = (service: Service, minutes: number): Promise<void> =>
  service.context.timeline.advanceTo(service.context.clock.now() + minutes * 60_000)

const awaitNotices = (service: Service): Promise<unknown> => Promise.all(service.context.telling)

const statusOf = (service: Service, sessionId: string) => service.context.store.session(sessionId)?.status

describe('a webhook', () => {
  it('is told in version 1 that its session is over, with the state that it left', async () => {
    const far = await listenHook()
    const service = serveRemote({ protocol: 'webhook', url: `${far.url}/hook`, headers: { 'x-team': 'a' } })
    const { data } = await say(service, 'bye', { metadata: { name: 'Asha' } })
    await awaitNotices(service)
    expect(far.notices()).toHaveLength(1)
    const [notice] = far.notices()
    expect([notice?.method, notice?.path, notice?.headers['x-team'], notice?.headers['x-session-id']]).toEqual([
      'POST',
      '/hook',
      'a',
      data.sessionId,
    ])
    expect(notice?.body).toEqual({
      version: 1,
      event: 'end',
      occasion: 'end',
      sessionId: data.sessionId,
      agent: 'desk',
      agentVersion: '1',
      status: 'completed',
      message: null,
      attachments: [],
      history: data.transcript.map(({ type, content }) => expect.objectContaining({ type, content })),
      variables: { name: 'Asha' },
      context: null,
      opening: null,
      state: { said: 'bye' },
      now: '2026-03-02T10:00:00.000Z',
    })
  })

  it('is told once when nobody speaks any more, and again when the session went on and ended again', async () => {
    const far = await listenHook()
    const service = serveRemote({ protocol: 'webhook', url: far.url })
    const { sessionId } = (await say(service, 'hello')).data
    await minutesLater(service, 0.5)
    await awaitNotices(service)
    expect(far.notices()).toEqual([])
    await minutesLater(service, 5)
    await minutesLater(service, 60)
    await awaitNotices(service)
    expect(far.notices().map(({ body }) => body.status)).toEqual(['completed'])
    await say(service, 'bye', { sessionId })
    await awaitNotices(service)
    expect(far.notices().map(({ body }) => (body.state as { said?: string }).said)).toEqual(['hello', 'bye'])
  })

  it.each<[string, (response: ServerResponse) => unknown]>([
    ['breaks', (response) => json(response, { error: 'no such event' }, 500)],
    ['answers HTML', (response) => response.end('<html>')],
    [
      'answers as if it were a turn',
      (response) => json(response, { version: 1, parts: ['Too late!'], state: { a: 1 } }),
    ],
    ['asks to wait', (response) => json(response, {}, 429, { 'retry-after': '1' })],
    ['hangs up', (response) => response.destroy()],
    ['says nothing at all', () => undefined],
  ])('that %s changes nothing, holds up no turn and is not told twice', { tags: 'slow' }, async (_, notice) => {
    const far = await listenHook(notice)
    const service = serveRemote({ protocol: 'webhook', url: far.url })
    const reply = await say(service, 'bye')
    expect([reply.responseCode, textsOf(reply)]).toEqual([200, ['Good bye.']])
    const { sessionId } = reply.data
    await vi.waitFor(() => expect(far.notices()).toHaveLength(1), 2_000)
    await awaitNotices(service)
    expect(far.notices()).toHaveLength(1)
    expect(statusOf(service, sessionId)).toBe('completed')
    expect(service.context.store.session(sessionId)?.state.remote).toEqual({ said: 'bye' })
    expect(service.context.store.transcript(sessionId)).toHaveLength(reply.data.transcript.length)
  })

  it('is not told where it wants that so, of a turn that was refused, or of a session that it never had', async () => {
    const far = await listenHook()
    const quiet = serveRemote({ protocol: 'webhook', url: far.url, tellEnd: false })
    await say(quiet, 'bye')
    const limited = serveRemote({ protocol: 'webhook', url: 'http://127.0.0.1:1' })
    expect((await say(limited, 'bye')).responseCode).toBe(502)
    await Promise.all([awaitNotices(quiet), awaitNotices(limited)])
    expect(far.notices()).toEqual([])
  })
})

describe('an A2A agent', () => {
  /** An agent that leaves its task in a state; gives the cancellations that it hears. */
  async function listenA2a(state: string) {
    let base = ''
    const { url, heard } = await listen(({ method, body }, response) => {
      const supportedInterfaces = [{ url: `${base}/rpc`, protocolBinding: 'JSONRPC', protocolVersion: '1.0' }]
      const card = { name: 'desk', description: '', version: '1', supportedInterfaces, skills: [], capabilities: {} }
      if (method === 'GET') return json(response, card)
      const words = { role: 'ROLE_AGENT', messageId: 'm', parts: [{ text: 'Which order?' }] }
      const task = { id: 't1', contextId: 'c1', status: { state, message: words } }
      json(response, { jsonrpc: '2.0', id: body.id, result: body.method === 'SendMessage' ? { task } : task })
    })
    base = url
    return { url, cancelled: () => heard.filter(({ body }: Heard) => body.method === 'CancelTask') }
  }

  const idle = async (behaviour: Partial<RemoteBehaviour> & { url: string }): Promise<string> => {
    const service = serveRemote({ protocol: 'a2a', ...behaviour })
    const { sessionId } = (await say(service, 'My order')).data
    await minutesLater(service, 5)
    await awaitNotices(service)
    expect(statusOf(service, sessionId)).toBe('completed')
    return sessionId
  }

  it('has the task cancelled that waits for a customer who is gone', async () => {
    const far = await listenA2a('TASK_STATE_INPUT_REQUIRED')
    const sessionId = await idle({ url: far.url })
    expect(far.cancelled().map(({ body }) => body.params)).toEqual([{ id: 't1', metadata: { sessionId } }])
  })

  it('is told nothing where no task waits, or where it wants that so', async () => {
    const done = await listenA2a('TASK_STATE_COMPLETED')
    await idle({ url: done.url })
    const waiting = await listenA2a('TASK_STATE_INPUT_REQUIRED')
    await idle({ url: waiting.url, tellEnd: false })
    expect([done.cancelled(), waiting.cancelled()]).toEqual([[], []])
  })
})
