import { expect } from 'vitest'
import type { Message, TranscriptEntry } from '../../../src/wire/api/transcript-entry.ts'
import { openWorld } from '../world.ts'
import type { Checks } from './check.ts'
import { everySession, finishedCall } from './every-session.ts'
import { answers } from './refusals.ts'

/** Points that the interface leaves open about requests, keys, sessions and transcripts, and what we decided. */
export const noteRequests: Checks = {
  async 'ENV-05'({ chat }) {
    expect('errorCode' in (await chat()).body).toBe(false)
  },
  async 'ENV-06'({ chat, send }) {
    expect(Object.keys((await chat()).body)).toEqual(['responseCode', 'message', 'data'])
    expect(Object.keys((await send('waSay', { body: { customerNumber: undefined } })).body)).toEqual([
      'responseCode',
      'errorCode',
      'message',
      'data',
    ])
  },
  'ENV-11': answers(422, 'validationError'),
  async 'ENV-12'({ chat, send }) {
    for (const reply of [await chat({ agent_version: 1 }), await send('call', { body: { phone_number: 1 } })])
      expect([reply.status, reply.headers.get('x-local-decision')]).toEqual([200, 'ENV-12'])
  },
  'ENV-13': answers(422, 'validationError', [{ body: { agentVersion: null } }, { body: { metadata: null } }]),
  async 'ENV-15'({ chat, send }) {
    expect((await chat({ agentName: ' alpha' })).code).toBe('localAgentNotFound')
    expect((await send('waSay', { body: { communicationChannel: 'Shop WhatsApp ' } })).code).toBe('channelNotFound')
  },
  async 'ENV-16'({ send }) {
    const reply = await send('inline', {
      rawBody: '{"doReturnResponse":"x","agentName":"alpha","message":"m","doReturnResponse":true}',
    })
    expect(reply.status).toBe(200)
  },
  async 'ENV-17'({ send }) {
    expect(await send('session', { path: '/api/nope' })).toMatchObject({ status: 404, code: 'localRouteNotFound' })
    expect(await send('session', { path: '/api/chat-agent/trigger' })).toMatchObject({
      status: 405,
      code: 'localMethodNotAllowed',
    })
    expect(await send('wfDelete', { method: 'PUT' })).toMatchObject({ status: 405 })
  },
  async 'ENV-18'({ chat, local }) {
    await local('PUT', 'faults', { faults: [{ kind: 'too many requests', nth: 1, retryAfter: 7 }] })
    const limited = await chat()
    expect([limited.status, limited.headers.get('retry-after'), (await chat()).status]).toEqual([429, '7', 200])
  },
  async 'ENV-19'({ send, chat }) {
    expect((await send('inline', { rawBody: `{"message":"${'x'.repeat(1_100_000)}"}` })).status).toBe(413)
    expect((await chat({ message: 'é'.repeat(600_000) })).status).toBe(413)
    expect((await chat({ attachments: Array(5_000).fill('https://e.x/a') })).status).toBe(200)
  },
  async 'ENV-21'({ send, outbox }) {
    const before = (await outbox()).length
    await send('waSay')
    await send('waSay')
    expect((await outbox()).length).toBe(before + 2)
  },
  async 'HST-05'({ send }) {
    expect((await send('blueprints', { side: 'base' })).code).toBe('localRouteNotFound')
    expect((await send('session', { side: 'workflow' })).code).toBe('localRouteNotFound')
    expect([(await send('session')).status, (await send('blueprints')).status]).toEqual([200, 200])
  },
  async 'AUT-16'({ send }) {
    const bearer = { headers: { 'x-api-key': null, authorization: 'Bearer {{key.a}}' } }
    for (const base of ['session', 'inline', 'call', 'wfCall', 'wfDelete', 'blueprints'])
      expect([base, (await send(base, bearer)).status]).toEqual([base, 401])
  },
  async 'AUT-19'({ send, values }) {
    const bare = { headers: { 'x-api-key': null } }
    expect(
      (
        await send('session', {
          ...bare,
          path: `/api/session/fetch/${values['session.own']}?x-api-key=${values['key.a']}`,
        })
      ).code,
    ).toBe('apiKeyMissing')
    expect(
      (await send('session', { headers: { 'x-api-key': null, cookie: `x-api-key=${values['key.a']}` } })).code,
    ).toBe('apiKeyMissing')
  },
  async 'AUT-20'({ service, chat }) {
    expect((await chat()).status).toBe(200)
    service.replaceWorkspaces(
      service.context.directory.all().map((workspace) => ({ ...workspace, keys: [`new-${workspace.name}`] })),
    )
    expect((await chat()).code).toBe('apiKeyInvalid')
    expect((await chat({}, 'new-a')).status).toBe(200)
  },
  'ISO-09': answers(404, 'localAgentNotFound'),
  async 'SES-06'({ service, values }) {
    const request = new Request(`http://127.0.0.1/api/session/fetch/${values['session.own']}`, {
      headers: { 'x-api-key': 'key-of-workspace-a' },
    })
    expect((await service.fetch(request)).status).toBe(200)
  },
  async 'SES-08'({ send, fetchSession }) {
    const { callId } = (await send('call')).data
    expect((await fetchSession(callId)).sessionId).toBe(callId)
  },
  async 'SES-17'() {
    const allowed: Record<string, string[]> = {
      // a session that ends in its first turn is stored once
      none: ['active', 'completed', 'call_in_queue', 'call_in_progress'],
      active: ['completed', 'agent_errored', 'active'],
      completed: ['active'],
      agent_errored: ['active'],
      call_in_queue: ['call_placed', 'call_expired', 'call_canceled'],
      call_placed: ['call_in_progress', 'could_not_connect', 'call_errored', 'call_expired'],
      call_in_progress: ['call_hangup', 'agent_errored', 'call_errored'],
    }
    const transitions = new Set<string>()
    const last = new Map<string, string>()
    const world = openWorld()
    const { store } = world.service.context
    const putSession = store.putSession
    store.putSession = (record) => {
      const before = last.get(record.sessionId) ?? 'none'
      if (before !== record.status) transitions.add(`${before} > ${record.status}`)
      last.set(record.sessionId, record.status)
      putSession(record)
    }
    const { sessionId } = (await world.chat({ message: 'goodbye' })).data
    await world.chat({ sessionId })
    for (const end of ['0001', '9001', '9002', '9003', '9004', '9005', '9006', '9007'])
      await world.send('call', { body: { phoneNumber: `1555010${end}`, noOfRetries: 1 } })
    await world.send('call', { body: { callOnDate: '2026-03-02', scheduleTime: '2026-03-05T00:00:00Z' } })
    await world.send('wfCall', { body: { schedule_time: '2026-03-05T00:00:00Z' } })
    await world.send('wfDelete')
    await world.send('waTemplate', { body: { whatsappOptions: { messageType: 'template', templateId: 'nope' } } })
    await world.advance('3 d')
    expect(transitions.size).toBeGreaterThan(12)
    for (const step of transitions) expect(allowed[step.split(' > ')[0] ?? ''], step).toContain(step.split(' > ')[1])
  },
  async 'SES-19'({ send, fetchSession }) {
    const { sessionId } = (await send('waSay', { body: { scheduleTime: '{{time.future}}' } })).data
    expect(await fetchSession(sessionId)).toMatchObject({ status: 'active', transcript: [] })
  },
  async 'SES-22'({ send, fetchSession, moveTo }) {
    const { sessionId } = (await send('waSay', { body: { scheduleTime: '2026-03-02T12:00:00Z' } })).data
    expect(await fetchSession(sessionId)).toMatchObject({
      time: '2026-03-02T12:00:00.000Z',
      createdAt: '2026-03-02T10:00:00.000Z',
    })
    await moveTo('2026-03-02T13:00:00Z')
    expect(await fetchSession(sessionId)).toMatchObject({ time: '2026-03-02T12:00:00.000Z' })
  },
  async 'SES-27'({ send, sessions, advance, queue }) {
    const { callId } = (await send('call', { body: { phoneNumber: '15550109006', noOfRetries: 1 } })).data
    await advance('2 min')
    const attempts = (await sessions()).filter(({ participant }) => participant === '15550109006')
    expect([attempts.length, attempts[1]?.sessionId, (await queue())[0]?.callId]).toEqual([2, callId, callId])
  },
  async 'SES-29'(world) {
    const call = await finishedCall(world)
    expect(call.analysis).toEqual({ summary: expect.any(String), sentiment: expect.any(String), outcome: null })
    const { sessionId } = (await world.chat({ message: 'use your tools' })).data
    expect((await world.fetchSession(sessionId)).analysis).toBe(null)
    await world.chat({ sessionId, message: 'goodbye' })
    expect((await world.fetchSession(sessionId)).analysis).toMatchObject({ outcome: 'shipped' })
    const other = (await world.chat({ agentName: 'beta' })).data.sessionId
    await world.advance('31 min')
    expect(await world.fetchSession(other)).toMatchObject({ status: 'completed', analysis: null })
  },
  async 'TRN-21'({ chat, fetchSession }) {
    const { sessionId, transcript } = (await chat({ message: 'goodbye' })).data
    expect(JSON.stringify(transcript)).not.toContain('log_outcome')
    expect((await fetchSession(sessionId)).transcript.at(-1)).toMatchObject({
      type: 'function_call_output',
      phase: 'post',
    })
  },
  async 'TRN-22'({ chat }) {
    const { transcript } = (await chat({ message: 'use your tools' })).data
    for (const [index, entry] of (transcript as TranscriptEntry[]).entries()) {
      if (entry.type !== 'function_call_output') continue
      const call = transcript[index - 1] as Message
      expect(Date.parse(String((entry as unknown as Message).timestamp)) - Date.parse(call.timestamp)).toBe(
        (entry as { executionTimeMs: number }).executionTimeMs,
      )
    }
  },
  async 'TRN-23'({ chat, fetchSession }) {
    expect((await fetchSession((await chat({ message: 'use your tools' })).data.sessionId)).status).toBe('active')
  },
  async 'TRN-26'(world) {
    const memberCounts: Record<string, number> = {
      message: 8,
      function_call: 6,
      function_call_output: 8,
      thinking: 3,
      summary: 3,
    }
    for (const { transcript } of await everySession(world))
      for (const entry of transcript)
        expect([entry.type, Object.keys(entry).length]).toEqual([entry.type, memberCounts[entry.type]])
  },
}
