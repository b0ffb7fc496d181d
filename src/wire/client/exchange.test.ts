import { describe, expect, it } from 'vitest'
import { createClient } from './client.ts'
import { guardTransport } from './guard.ts'
import type { WireAnswer } from './transport.ts'

const key = 'key-"quoted"-77'
const answer: WireAnswer = {
  status: 200,
  headers: {},
  text: JSON.stringify({ responseCode: 200, message: 'ok', data: { sessionId: 's', transcript: [] } }),
}
const clientAt = (baseUrl: string) =>
  createClient({ baseUrl, apiKey: key, transport: guardTransport(async () => answer) })
const turn = { doReturnResponse: true, agentName: 'desk', message: 'hi' } as const

describe('the request beside an answer', () => {
  it('is what was sent', async () => {
    const { sent } = await clientAt('http://localhost:1').converse(turn)
    expect(sent).toEqual({
      method: 'POST',
      url: 'http://localhost:1/api/chat-agent/trigger',
      keyHeaders: ['x-api-key'],
      body: JSON.stringify(turn),
    })
  })
  it('never holds the key, nor a user of the address', async () => {
    const client = clientAt(`http://ann:pass@localhost:1/${encodeURIComponent(key)}`)
    const { sent } = await client.converse({
      ...turn,
      message: `my ${key}`,
      metadata: { key, in: JSON.stringify({ key }) },
    })
    expect(sent?.url).toBe('http://localhost:1/<api key>/api/chat-agent/trigger')
    expect(sent?.body).toContain('my <api key>')
    expect(JSON.stringify(sent)).not.toMatch(/quoted|ann|pass@/)
  })
  it('is there for what the service does not answer, and for the clock of the local service, without a key', async () => {
    const clock = await clientAt('http://localhost:1').local('POST', 'clock', { advance: '1 h' })
    expect(clock.sent).toMatchObject({ url: 'http://localhost:1/_local/clock', keyHeaders: [] })
    const garbled = createClient({
      baseUrl: 'http://localhost:1',
      apiKey: key,
      transport: async () => ({ ...answer, text: '<html>' }),
    })
    expect(await garbled.converse(turn)).toMatchObject({ ok: false, sent: { method: 'POST' } })
  })
  it('is not there for a read, nor for what the guard or the contract kept at home', async () => {
    const client = clientAt('https://api.example.com')
    expect(await clientAt('http://localhost:1').local('GET', 'queue')).not.toHaveProperty('sent')
    expect(await client.fetchSession('s')).not.toHaveProperty('sent')
    const blocked = await client.dispatch({ agentName: 'desk', customerNumber: '15550100' })
    expect([blocked.ok, blocked.ok || blocked.failure.kind, 'sent' in blocked]).toEqual([false, 'blocked', false])
    const odd = await client.converse({ ...turn, sessionId: '' })
    expect([odd.ok || odd.failure.kind, 'sent' in odd]).toEqual(['unsendable', false])
  })
})
