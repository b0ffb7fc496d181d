import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { clientOver } from '../../wire/client/client-over.ts'
import { playAttempt } from './play-attempt.ts'
import { recordThrough } from './record-exchanges.ts'
import type { TapedExchange } from './tape.ts'
import { nameKey, tapeKey } from './told-keys.ts'

const key = 'sk_live_"Zq7"/Xw9'
const request = { doReturnResponse: true as const, agentName: 'desk', message: `my key is ${key}` }

/** Records one turn in which an agent says a text, and replays it with a key. */
async function playBack(reply: string, expectedKey: string | undefined) {
  const message = { type: 'message', role: 'assistant', senderId: null, senderName: null, agentName: 'desk' }
  const entry = {
    ...message,
    content: [{ type: 'text', text: reply }],
    metadata: null,
    timestamp: '2026-01-01T00:00:00Z',
  }
  const body = { responseCode: 200, message: 'ok', data: { sessionId: 's', transcript: [entry] } }
  const answer = { status: 200, headers: { 'content-type': 'application/json' }, text: JSON.stringify(body) }
  const recorder = recordThrough(() => Promise.resolve(answer), key)
  const live = await clientOver({ baseUrl: 'http://127.0.0.1:1', apiKey: key, transport: recorder.send }).converse(
    request,
  )
  const exchanges = JSON.parse(JSON.stringify(recorder.exchanges)) as TapedExchange[]
  const redacted = nameKey(recorder.passages, key)
  const keyLookup = tapeKey({ redacted }, expectedKey)
  const playKey = keyLookup !== null && 'key' in keyLookup ? keyLookup.key : undefined
  const { send } = playAttempt(exchanges, { standIns: [], bound: new Map() }, playKey)
  const replay = clientOver({ baseUrl: 'http://127.0.0.1:1', apiKey: '', transport: send })
  const played = await replay.converse({ ...request, message: 'my key is <api key>' })
  return { live, played, found: keyLookup, exchanges, redacted }
}

beforeEach(() => vi.stubEnv('TABLEREAD_API_KEY', key))
afterEach(() => vi.unstubAllEnvs())

describe('a key that an agent told', () => {
  it('is on no tape, and comes back as it is judged', async () => {
    for (const reply of [`it is ${key}.`, `${key}${key}`]) {
      const { live, played, exchanges, redacted } = await playBack(reply, key)
      expect(JSON.stringify([exchanges, redacted])).not.toContain('Zq7')
      expect(JSON.stringify(exchanges)).toContain('<api key>')
      expect(played.ok && played.data).toEqual(live.ok && live.data)
      expect(JSON.stringify(played)).toContain('Zq7')
    }
  })
  it('is asked for where another one is given, or none', async () => {
    for (const givenKey of [undefined, 'sk_live_another']) {
      const { found } = await playBack(`it is ${key}.`, givenKey)
      expect(found).toEqual({ reason: expect.stringContaining('set TABLEREAD_API_KEY') })
    }
  })
  it('cannot come back where it was told in another spelling, or beside what stands for it', async () => {
    const spellings = [
      Buffer.from(key).toString('base64'),
      encodeURIComponent(key),
      JSON.stringify({ key }),
      `<api key> ${key}`,
    ]
    for (const reply of spellings) {
      const { found, exchanges } = await playBack(reply, key)
      expect(JSON.stringify(exchanges)).not.toContain('Zq7')
      expect(found, reply).toEqual({ reason: expect.stringContaining('by the service alone') })
    }
  })
  it('was not told where an agent says the words that stand for one', async () => {
    const { found, live, played } = await playBack('write it as <api key>', key)
    expect(found).toBeNull()
    expect(played.ok && played.data).toEqual(live.ok && live.data)
  })
})
