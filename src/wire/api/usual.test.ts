import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { channelTypes } from './channel-type.ts'
import { chatRequestShape, inlineChatAnswerShape } from './chat.ts'
import { envelopeShape } from './envelope.ts'
import { sessionShape } from './session.ts'
import { isUsualEnvelope, isUsualRequest, isUsualTurn, usualSession } from './usual.ts'

const at = { timestamp: '2026-01-01T00:00:00.000Z' }
const from = { senderId: null, senderName: null, agentName: null, metadata: null }
const call = { name: 'lookup', call_id: 'c1', phase: 'during', ...at }
const transcript = [
  { type: 'message', role: 'user', content: [{ type: 'text', text: 'hello' }], ...from, ...at },
  { type: 'function_call', arguments: { id: '1' }, ...call },
  { type: 'function_call_output', output: '{}', is_error: false, executionTimeMs: 3, ...call, phase: null },
  { type: 'message', role: 'assistant', content: [{ type: 'button', text: 'a', payload: 'b' }], ...from, ...at },
]
const session = {
  sessionId: 's1',
  agentDetails: { name: 'desk', number: null, email: null, version: '3' },
  participant: { id: 'p1' },
  communicationChannelType: 'webChat',
  communicationChannelName: null,
  transcript,
  analysis: null,
  dynamicVariables: { a: 1 },
  status: 'active',
  time: 't',
  createdAt: 't',
  updatedAt: 't',
  duration: 3,
  retryAttemptNo: 0,
  recordingUrl: null,
}
const request = {
  doReturnResponse: true,
  agentName: 'desk',
  agentVersion: 3,
  message: 'hi',
  sessionId: 's1',
  metadata: { a: 1 },
}
const cases: [string, unknown, z.ZodType, (value: unknown) => boolean][] = [
  ['an answer', { sessionId: 's1', transcript, more: 1 }, inlineChatAnswerShape, isUsualTurn],
  ['a session', session, sessionShape, usualSession(channelTypes, ['active'])],
  ['a request', request, chatRequestShape, isUsualRequest],
  ['an envelope', { responseCode: 200, message: 'ok', data: {} }, envelopeShape, isUsualEnvelope],
]
const values = [undefined, null, 0, 1.5, -1, '', 'x', 'default', true, [], {}, [null], { type: 'text' }, Number.NaN]

/** The same value with one member somewhere in it replaced, removed or added. */
function spoil(value: unknown, path: readonly number[], replacement: unknown): unknown {
  if (typeof value !== 'object' || value === null || path.length === 0) return replacement
  const keys = [...Object.keys(value), '__proto__', 'newer']
  const [first = 0, ...rest] = path
  const key = keys[first % keys.length] ?? ''
  const copy: Record<string, unknown> | unknown[] = Array.isArray(value) ? [...value] : { ...value }
  const child = Object.hasOwn(copy, key) ? (copy as Record<string, unknown>)[key] : undefined
  Object.defineProperty(copy, key, {
    value: spoil(child, rest, replacement),
    enumerable: true,
    writable: true,
    configurable: true,
  })
  return JSON.parse(JSON.stringify(copy), (_, each: unknown) => each)
}

describe.each(cases)('%s that is recognised', (_, usual, shape, isUsual) => {
  it('is the usual one', () => {
    expect(isUsual(usual)).toBe(true)
    expect(shape.parse(usual)).toEqual(usual)
  })
  it('is what the shape would give, however it is spoilt', { tags: 'slow' }, () => {
    let recognised = 0
    fc.assert(
      fc.property(
        fc.array(fc.nat(30), { minLength: 1, maxLength: 6 }),
        fc.constantFrom(...values),
        fc.boolean(),
        (path, replacement, json) => {
          const spoilt =
            json || replacement === undefined
              ? JSON.parse(JSON.stringify(spoil(usual, path, replacement)))
              : spoil(usual, path, replacement)
          if (!isUsual(spoilt)) return
          recognised += 1
          expect(shape.safeParse(spoilt)).toEqual({ success: true, data: spoilt })
        },
      ),
      { numRuns: 3_000, seed: 20261121 },
    )
    expect(recognised).toBeGreaterThan(20)
  })
})
