import { describe, expect, it } from 'vitest'
import { callRequestShape } from './call.ts'
import { chatRequestShape, inlineChatAnswerShape } from './chat.ts'
import { participantOf, type Session, sessionShape } from './session.ts'
import { checkShape } from './shape.ts'
import { nodeTriggerRequestShape, workflowCallRequestShape } from './workflow.ts'

const message = {
  type: 'message',
  role: 'assistant',
  content: [{ type: 'text', text: 'hi' }],
  senderId: null,
  senderName: null,
  agentName: 'a',
  metadata: null,
  timestamp: '2026-01-01T00:00:00Z',
}
const answer = (...transcript: object[]) => checkShape(inlineChatAnswerShape, { sessionId: 's', transcript }, 'data')

describe('what we read', () => {
  it('keeps unknown members, entry types and item types (ENV-06, TRN-01, CNT-06)', () => {
    const read = answer(
      { ...message, extra: 1 },
      { type: 'hologram', beam: true },
      { ...message, content: [{ type: 'sticker', id: 7 }] },
    )
    expect(read).toMatchObject({
      ok: true,
      value: {
        transcript: [
          { extra: 1 },
          { type: 'unknown', original: { type: 'hologram' } },
          { content: [{ type: 'unknown', original: { id: 7 } }] },
        ],
      },
    })
  })
  it.each([
    ['data.transcript[0].timestamp', { ...message, timestamp: 5 }, 'string', '5'],
    ['data.transcript[0].role', { ...message, role: 'system' }, 'one of user, assistant, backgroundAgent', '"system"'],
    ['data.transcript[0].content[0].text', { ...message, content: [{ type: 'text' }] }, 'string', 'nothing'],
    ['data.transcript[0].content', { ...message, content: 'hi' }, 'array', '"hi"'],
    [
      'data.transcript[0].arguments',
      { type: 'function_call', name: 'a', call_id: '1', arguments: '{}', phase: null, timestamp: 't' },
      'an object',
      '"{}"',
    ],
  ])('names the path %s', (path, entry, expected, actual) => {
    expect(answer(entry)).toEqual({ ok: false, violations: [{ path, expected, actual }] })
  })
  it('finds the participant by its shape, whatever its key (SES-11)', () => {
    const customer = { id: '1555', name: null, number: '1555', email: null }
    const session = { agentDetails: { id: 'no' }, analysis: { id: 'no' }, customer } as unknown as Session
    expect(participantOf(session)).toEqual(customer)
  })
  it('lets the call-only members be absent (SES-23)', () => {
    const time = '2026-01-01T00:00:00Z'
    const agentDetails = { name: 'a', number: null, email: null, version: null }
    const session = {
      sessionId: 's',
      agentDetails,
      communicationChannelType: 'webChat',
      transcript: [],
      status: 'active',
      time,
      createdAt: time,
      updatedAt: time,
    }
    expect(checkShape(sessionShape, session).ok).toBe(true)
    expect(checkShape(sessionShape, { ...session, status: 'dreaming' }).ok).toBe(false)
  })
})

describe('what we send', () => {
  it.each([
    ['an unknown member', chatRequestShape, { agent_name: 'x' }, 'agent_name'],
    ['a version below zero', chatRequestShape, { agentVersion: -1 }, 'agentVersion'],
    ['a version in capitals', chatRequestShape, { agentVersion: 'DEFAULT' }, 'agentVersion'],
    ['a coercible flag', chatRequestShape, { doReturnResponse: 'true' }, 'doReturnResponse'],
    ['an hour without zero', chatRequestShape, { startWorkingHour: '9:00' }, 'startWorkingHour'],
    ['an empty session id', chatRequestShape, { sessionId: '' }, 'sessionId'],
    ['a priority of 0', callRequestShape, { phoneNumber: '1', agentName: 'a', callPriority: 0 }, 'callPriority'],
    ['a missing agent', callRequestShape, { phoneNumber: '1' }, 'agentName'],
    ['a camelCase member', workflowCallRequestShape, { customer_number: '1', callPriority: 1 }, 'callPriority'],
    [
      'the retry spelling of the other endpoint (NOD-06)',
      nodeTriggerRequestShape,
      { workflow_id: 'w', customer_number: '1', retry_after_in_hrs: 1 },
      'retry_after_in_hrs',
    ],
  ])('refuses %s', (_, shape, body, path) => {
    const checked = checkShape<unknown>(shape, body)
    expect(checked.ok ? [] : checked.violations.map((each) => each.path)).toEqual([path])
  })
})
