import { describe, expect, it } from 'vitest'
import { createService } from '../app.ts'
import { twoWorkspaces } from '../demo-agent.fixture.ts'

const text = (role: string, words: string, more: object = {}) => ({
  type: 'message',
  role,
  content: [{ type: 'text', text: words }],
  timestamp: '1970-01-01T00:00:00Z',
  ...more,
})
const call = { name: 'lookup_order', call_id: 'x', phase: 'during', timestamp: '1970-01-01T00:00:00Z' }
const talk = [
  text('user', 'Where is order 7?'),
  { type: 'function_call', ...call, arguments: { order_id: '7' } },
  { type: 'function_call_output', ...call, output: 'sent', is_error: false },
  text('assistant', 'Sent.'),
]

function open() {
  const workspaces = twoWorkspaces()
  const service = createService({ workspaces })
  const post = async (path: string, body: object, key = 'key-shop') => {
    const headers = { 'content-type': 'application/json', 'x-api-key': key }
    const request = new Request(`http://127.0.0.1:4010${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    return (await service.fetch(request)).json()
  }
  return { service, post, names: workspaces.map(({ name }) => name) }
}

describe('a session that begins with a history', () => {
  it('belongs to the workspace of the key, and the agent goes on in it without its first functions', async () => {
    const { service, post, names } = open()
    for (const name of names) {
      const session = await post(
        '/_local/sessions',
        { agentName: 'desk', metadata: { name: 'Asha' }, transcript: talk },
        `key-${name}`,
      )
      expect(session.transcript.map(({ type }: { type: string }) => type)).toEqual(talk.map(({ type }) => type))
      const stamps = session.transcript.map(({ timestamp }: { timestamp: string }) => timestamp)
      expect([...stamps].sort()).toEqual(stamps)
      expect(session.transcript[1].call_id).toBe(session.transcript[2].call_id)
      expect(session.transcript[1].call_id).not.toBe('x')
      const chat = { agentName: 'desk', doReturnResponse: true, sessionId: session.sessionId, message: 'And order 8?' }
      const { data } = await post('/api/chat-agent/trigger', chat, `key-${name}`)
      expect(JSON.stringify(data.transcript)).toContain('Order 8 was looked up, Asha.')
      expect(JSON.stringify(data.transcript)).not.toContain('load_customer')
      expect(service.context.store.session(session.sessionId)?.workspace).toBe(name)
    }
  })
  it('knows who speaks after a handoff', async () => {
    const { service, post } = open()
    const transcript = [text('user', 'a'), text('assistant', 'b', { agentName: 'other' })]
    const { sessionId } = await post('/_local/sessions', { agentName: 'desk', transcript })
    expect(service.context.store.session(sessionId)?.state).toEqual({ speaker: 'other' })
  })
  it.each([
    [{ agentName: 'nobody', transcript: talk }, 'localAgentNotFound'],
    [{ agentName: 'desk', agentVersion: 9, transcript: talk }, 'localAgentVersionNotFound'],
    [{ agentName: 'desk', transcript: [] }, 'validationError'],
    [{ agentName: 'desk', transcript: [{ type: 'poem' }] }, 'validationError'],
  ])('is refused: %j', async (body, errorCode) => {
    expect(await open().post('/_local/sessions', body)).toMatchObject({ errorCode })
  })
})
