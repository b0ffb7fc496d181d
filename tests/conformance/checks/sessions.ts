import { expect } from 'vitest'
import { channelTypes } from '../../../src/wire/api/channel-type.ts'
import { participantOf, sessionShape } from '../../../src/wire/api/session.ts'
import { checkShape } from '../../../src/wire/api/shape.ts'
import { openWorld, type World } from '../world.ts'
import type { Checks } from './check.ts'
import { everySession, finishedCall } from './every-session.ts'

const callOnly = ['duration', 'retryAttemptNo', 'recordingUrl']

export const sessions: Checks = {
  async 'SES-01'({ fetchSession, values }) {
    const session = await fetchSession(values['session.own'] ?? '')
    expect([session.sessionId, checkShape(sessionShape, session).ok]).toEqual([values['session.own'], true])
  },
  async 'SES-05'({ fetchSession, advance, values }) {
    const id = values['session.completedOwn'] ?? ''
    const first = await fetchSession(id)
    await advance('1 h')
    expect(await fetchSession(id)).toEqual(first)
  },
  async 'SES-07'({ chat, send, fetchSession }) {
    expect((await fetchSession((await chat()).data.sessionId)).transcript.length).toBeGreaterThan(0)
    expect((await fetchSession((await send('waSay')).data.sessionId)).status).toBe('active')
    expect((await fetchSession((await send('call')).data.callId)).communicationChannelType).toBe('outboundSipTrunk')
  },
  async 'SES-10'(world) {
    for (const session of await everySession(world)) {
      for (const member of [
        'sessionId',
        'agentDetails',
        'communicationChannelType',
        'transcript',
        'status',
        'time',
        'createdAt',
        'updatedAt',
      ])
        expect([session.communicationChannelType, member, session[member] ?? null]).not.toContain(null)
      expect(participantOf(session)).not.toBe(undefined)
    }
  },
  async 'SES-11'(world) {
    for (const session of await everySession(world)) {
      const participant = session['the service'] as Record<string, unknown>
      expect(participant).toEqual(participantOf(session))
      expect(typeof participant.id).toBe('string')
      for (const key of ['name', 'number', 'email'])
        expect(participant[key] === null || typeof participant[key] === 'string').toBe(true)
    }
    const other = openWorld(undefined, { participantKey: 'customer' })
    const session = await other.fetchSession((await other.chat()).data.sessionId)
    expect(['customer' in session, 'the service' in session, participantOf(session)?.id]).toEqual([
      true,
      false,
      expect.any(String),
    ])
  },
  async 'SES-12'(world) {
    for (const { agentDetails } of await everySession(world)) {
      expect(Object.keys(agentDetails).sort()).toEqual(['email', 'name', 'number', 'version'])
      expect(typeof agentDetails.name).toBe('string')
      for (const value of [agentDetails.number, agentDetails.email, agentDetails.version])
        expect(value === null || typeof value === 'string').toBe(true)
    }
  },
  async 'SES-13'(world) {
    const types = new Set((await everySession(world)).map((session) => session.communicationChannelType))
    expect([...types].sort()).toEqual([...channelTypes].sort())
  },
  async 'SES-14'({ chat, fetchSession }) {
    const session = await fetchSession((await chat()).data.sessionId)
    expect([session.communicationChannelType, session.communicationChannelName]).toEqual(['webChat', null])
  },
  async 'SES-15'(world) {
    const statuses = new Set((await everySession(world)).map(({ status }) => status))
    for (const status of await callStatuses(world)) statuses.add(status as 'active')
    expect([...statuses].sort()).toEqual(
      [
        'active',
        'agent_errored',
        'call_canceled',
        'call_errored',
        'call_expired',
        'call_hangup',
        'call_in_progress',
        'call_in_queue',
        'call_placed',
        'completed',
        'could_not_connect',
      ].sort(),
    )
  },
  async 'SES-16'(world) {
    for (const session of await everySession(world))
      if (['email', 'waChat', 'sms', 'webChat'].includes(session.communicationChannelType))
        expect(session.status).not.toMatch(/^call_|could/)
  },
  async 'SES-18'(world) {
    expect((await finishedCall(world)).status).toBe('call_hangup')
    expect((await world.fetchSession(world.values['session.completedOwn'] ?? '')).status).toBe('completed')
  },
  async 'SES-20'(world) {
    for (const session of await everySession(world))
      for (const time of [session.time, session.createdAt, session.updatedAt])
        expect([new Date(time).toISOString(), /\.\d{3}Z$/.test(time)]).toEqual([time, true])
  },
  async 'SES-21'(world) {
    for (const { createdAt, updatedAt } of await everySession(world)) expect(updatedAt >= createdAt).toBe(true)
  },
  async 'SES-23'(world) {
    const text = (await everySession(world)).filter(({ communicationChannelType: type }) =>
      ['email', 'waChat', 'sms', 'webChat'].includes(type),
    )
    expect(new Set(text.map(({ communicationChannelType }) => communicationChannelType)).size).toBe(4)
    for (const session of text) expect(callOnly.filter((key) => key in session)).toEqual([])
  },
  async 'SES-24'(world) {
    const voice = (await everySession(world)).filter(({ communicationChannelType: type }) => type === 'waVoice')
    expect(voice.length).toBe(1)
    for (const session of voice) expect(callOnly.filter((key) => key in session)).toEqual([])
  },
  async 'SES-25'(world) {
    const { send, fetchSession } = world
    const waiting = await fetchSession((await send('call', { body: { scheduleTime: '{{time.future}}' } })).data.callId)
    expect([waiting.duration, waiting.retryAttemptNo, waiting.recordingUrl]).toEqual([null, 0, null])
    const done = await finishedCall(world)
    expect([typeof done.duration, done.retryAttemptNo, URL.canParse(done.recordingUrl ?? '')]).toEqual([
      'number',
      0,
      true,
    ])
    expect(done.duration).toBeGreaterThan(0)
  },
  async 'SES-26'({ send, advance, sessions, fetchSession }) {
    await send('call', { body: { phoneNumber: '15550109002', noOfRetries: 3, retryAfterHours: 1 } })
    await advance('5 h')
    const attempts = await Promise.all(
      (await sessions())
        .filter(({ channelType }) => channelType === 'outboundSipTrunk')
        .map(({ sessionId = '' }) => fetchSession(sessionId)),
    )
    expect(attempts.map(({ retryAttemptNo }) => retryAttemptNo).reverse()).toEqual([0, 1, 2, 3])
  },
  async 'SES-28'(world) {
    for (const session of await everySession(world)) {
      for (const key of ['dynamicVariables', 'communicationChannelName', 'analysis']) expect(key in session).toBe(true)
      expect(typeof session.dynamicVariables).toBe('object')
    }
  },
  async 'SES-30'({ chat, send, fetchSession }) {
    const metadata = { first_name: 'Asha', order: { id: 7 } }
    expect((await fetchSession((await chat({ metadata })).data.sessionId)).dynamicVariables).toEqual(metadata)
    expect((await fetchSession((await send('waSay', { body: { metadata } })).data.sessionId)).dynamicVariables).toEqual(
      metadata,
    )
    expect((await fetchSession((await send('call', { body: { metadata } })).data.callId)).dynamicVariables).toEqual(
      metadata,
    )
  },
}

/** The statuses that calls go through and end in. */
async function callStatuses(world: World): Promise<string[]> {
  const { send, advance, fetchSession } = world
  const statusOf = async (id: string) => (await fetchSession(id)).status
  const statuses: string[] = []
  const place = async (phoneNumber: string, body: Record<string, unknown> = {}) =>
    (await send('call', { body: { phoneNumber, ...body } })).data.callId as string
  const first = await place('15550100001')
  const waiting = await place('15550100002')
  statuses.push(await statusOf(first), await statusOf(waiting))
  await advance('5 s')
  statuses.push(await statusOf(first))
  await advance('1 h')
  for (const [number, time] of [
    ['15550109001', '1 min'],
    ['15550109002', '1 min'],
    ['15550109003', '1 min'],
    ['15550109005', '1 min'],
  ] as const) {
    const id = await place(number)
    await advance(time)
    statuses.push(await statusOf(id))
  }
  await send('wfCall', { body: { schedule_time: '{{time.future}}' } })
  const [queued] = await world.queue()
  await send('wfDelete')
  statuses.push(await statusOf(String(queued?.sessionId)))
  const unknown = await send('waTemplate', {
    body: { whatsappOptions: { messageType: 'template', templateId: 'nope' } },
  })
  statuses.push(await statusOf(unknown.data.sessionId))
  return statuses
}
