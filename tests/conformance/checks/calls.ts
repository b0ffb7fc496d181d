import { expect } from 'vitest'
import { openWorld, type World } from '../world.ts'
import type { Checks } from './check.ts'
import { finishedCall } from './every-session.ts'

const cannotConnect = '15550109002'

/** When the attempts of a call were placed, in order; leaves out those that never were. */
async function placements({ sessions, fetchSession }: World, number: string): Promise<string[]> {
  const callSessions = (await sessions()).filter(
    ({ participant, channelType }) => participant === number && channelType === 'outboundSipTrunk',
  )
  const fetched = await Promise.all(callSessions.map(({ sessionId = '' }) => fetchSession(sessionId)))
  return fetched
    .filter(({ status }) => !['call_in_queue', 'call_canceled', 'call_expired'].includes(status))
    .map(({ time }) => time)
    .sort()
}

/** Fills the only line, queues the others, and returns the order in which they are placed. */
async function orderOf(world: World, priorities: (number | undefined)[]): Promise<string[]> {
  await world.send('call', { body: { phoneNumber: '15550100000' } })
  for (const [index, callPriority] of priorities.entries())
    await world.send('call', {
      body: { phoneNumber: `1555020000${index}`, ...(callPriority === undefined ? {} : { callPriority }) },
    })
  await world.advance('30 min')
  const sessions = await world.sessions()
  const placed = await Promise.all(
    sessions
      .filter(({ participant = '' }) => participant.startsWith('1555020'))
      .map(({ sessionId = '' }) => world.fetchSession(sessionId)),
  )
  return placed
    .sort((a, b) => (a.time < b.time ? -1 : 1))
    .map((session) => (session['the service'] as { number: string }).number.slice(-1))
}

const call = async (world: World, body: Record<string, unknown> = {}) =>
  (await world.send('call', { body })).data.callId as string

/** When a call with these members is placed, requested on Monday 2026-03-02, 10:00 UTC, which is 15:30 in Kolkata. */
const placedAt =
  (...all: [members: Record<string, unknown>, expected: string | undefined][]) =>
  async (): Promise<void> => {
    for (const [members, expected] of all) {
      const world = openWorld()
      await call(world, { phoneNumber: cannotConnect, ...members })
      await world.advance('40 d')
      expect([members, (await placements(world, cannotConnect))[0]]).toEqual([members, expected])
    }
  }

export const calls: Checks = {
  async 'CAL-01'({ send, queue, fetchSession, local }) {
    await local('POST', 'reset')
    const { data } = await send('call')
    expect([Object.keys(data), data.callId.length > 0]).toEqual([['callId'], true])
    expect((await queue()).map(({ callId }) => callId)).toEqual([data.callId])
    expect((await fetchSession(data.callId)).sessionId).toBe(data.callId)
  },
  async 'CAL-02'({ queue }) {
    expect(await queue()).toEqual([])
  },
  async 'CAL-03'({ queue }) {
    expect(await queue()).toEqual([])
  },
  async 'CAL-06'(world) {
    const versions = []
    for (const body of [{}, { agentVersion: 'default' }, { agentVersion: 1 }])
      versions.push((await world.fetchSession(await call(world, body))).agentDetails.version)
    expect(versions).toEqual(['2', '2', '1'])
  },
  async 'CAL-09'(world) {
    const values = new Set<string | null>()
    for (let count = 0; count < 30; count += 1)
      values.add(
        (await world.fetchSession(await call(world, { communicationChannel: 'Shop lines' }))).agentDetails.number,
      )
    expect([...values].sort()).toEqual(['15550121', '15550122'])
  },
  async 'CAL-12'(world) {
    expect((await world.fetchSession(await call(world))).agentDetails.number).toBe('15550121')
  },
  async 'CAL-13'({ send }) {
    for (const options of [
      { dtmfEnabled: 'True', allowedOverallInterruptions: 'False', speed: '1.0' },
      { dtmfEnabled: true, speed: 1 },
    ])
      expect((await send('call', { body: { options } })).status).toBe(200)
    expect((await send('call', { body: { options: 'x' } })).status).toBe(422)
  },
  async 'CAL-15'(world) {
    const before = (await world.send('blueprints')).data
    const first = await call(world, { options: { initialMessage: 'Only here.' } })
    await world.advance('10 min')
    const second = await call(world)
    await world.advance('10 min')
    const openings = [first, second].map(async (id) => JSON.stringify((await world.fetchSession(id)).transcript))
    expect((await Promise.all(openings)).map((text) => text.includes('Only here.'))).toEqual([true, false])
    expect((await world.send('blueprints')).data).toEqual(before)
  },
  async 'QUE-01'(world) {
    expect(await orderOf(world, [100, 2, 1, 50])).toEqual(['2', '1', '3', '0'])
  },
  async 'QUE-02'(world) {
    expect(await orderOf(world, [11, undefined, 10, 9])).toEqual(['3', '1', '2', '0'])
  },
  async 'RET-01'() {
    for (const [number, retries, attempts] of [
      [cannotConnect, 0, 1],
      [cannotConnect, 3, 4],
      ['15550109003', 2, 3],
      ['15550109006', 3, 2],
    ] as const) {
      const world = openWorld()
      await call(world, { phoneNumber: number, noOfRetries: retries })
      await world.advance('1 d')
      expect([number, (await placements(world, number)).length]).toEqual([number, attempts])
    }
  },
  async 'RET-02'(world) {
    await call(world, { phoneNumber: cannotConnect, noOfRetries: 2, retryAfterHours: 1.5 })
    await world.advance('1 d')
    expect(await placements(world, cannotConnect)).toEqual([
      '2026-03-02T10:00:00.000Z',
      '2026-03-02T11:30:02.000Z',
      '2026-03-02T13:00:04.000Z',
    ])
  },
  async 'RET-03'(world) {
    await call(world, { phoneNumber: cannotConnect })
    await call(world, { phoneNumber: '15550119002', noOfRetries: 1 })
    await world.advance('2 d')
    expect((await placements(world, cannotConnect)).length).toBe(1)
    const [first, second] = await placements(world, '15550119002')
    expect(Date.parse(second ?? '') - Date.parse(first ?? '')).toBe(3_602_000)
  },
  async 'RET-05'() {
    for (const number of ['15550100001', '15550109001', '15550109004', '15550109005']) {
      const world = openWorld()
      const callId = await call(world, { phoneNumber: number, noOfRetries: 3 })
      await world.advance('2 d')
      const sessions = (await world.sessions()).filter(({ participant }) => participant === number)
      expect([number, sessions.length, sessions[0]?.sessionId, await world.queue()]).toEqual([number, 1, callId, []])
    }
  },
  async 'RET-06'() {
    const hours = { noOfRetries: 1, retryAfterHours: 3, startWorkingHour: '09:00', endWorkingHour: '18:00' }
    const shifted = openWorld()
    await call(shifted, { phoneNumber: cannotConnect, ...hours })
    await shifted.advance('2 d')
    // 15:30 plus 2 seconds in Kolkata; three hours later is past 18:00: next day at 09:00, which is 03:30 UTC
    expect(await placements(shifted, cannotConnect)).toEqual(['2026-03-02T10:00:00.000Z', '2026-03-03T03:30:00.000Z'])
    const dated = openWorld()
    await call(dated, { phoneNumber: cannotConnect, ...hours, callOnDate: '2026-03-02' })
    await dated.advance('2 d')
    expect(await placements(dated, cannotConnect)).toEqual(['2026-03-02T10:00:00.000Z'])
    const last = (await dated.sessions()).find(({ participant }) => participant === cannotConnect)
    expect(last?.status).toBe('call_expired')
  },
  'WIN-01': placedAt(
    [{ startWorkingHour: '17:00' }, '2026-03-02T11:30:00.000Z'],
    [{ startWorkingHour: '17:00', timezone: 'UTC' }, '2026-03-02T17:00:00.000Z'],
  ),
  'WIN-02': placedAt([{ startWorkingHour: '09:00', endWorkingHour: '12:00' }, '2026-03-03T03:30:00.000Z']),
  'WIN-04': placedAt(
    [{ startWorkingHour: '16:00' }, '2026-03-02T10:30:00.000Z'],
    [{ startWorkingHour: '16:00', timezone: 'Asia/Kolkata' }, '2026-03-02T10:30:00.000Z'],
  ),
  'WIN-06': placedAt(
    [{ scheduleTime: '2026-03-05T04:05:06Z' }, '2026-03-05T04:05:06.000Z'],
    [{ scheduleTime: '2020-01-01T00:00:00Z' }, '2026-03-02T10:00:00.000Z'],
  ),
  async 'EXP-01'(world) {
    await call(world, { phoneNumber: '15550100001' })
    const waiting = await call(world, {
      phoneNumber: '15550100002',
      scheduleTime: '2026-03-04T10:00:00Z',
      callOnDate: '2026-03-03',
    })
    await world.moveTo('2026-03-03T18:29:59Z')
    expect((await world.fetchSession(waiting)).status).toBe('call_in_queue')
    await world.moveTo('2026-03-03T18:30:00Z')
    expect((await world.fetchSession(waiting)).status).toBe('call_expired')
    await world.advance('10 d')
    const { status, transcript } = await world.fetchSession(waiting)
    expect([status, transcript, await world.queue()]).toEqual(['call_expired', [], []])
    // due on its day, but the only line stays busy until the day is over
    const busy = openWorld()
    const [workspace] = busy.service.context.directory.all()
    Object.assign(workspace ?? {}, {
      customers: [
        { number: '15550100000', name: null, outcomes: ['answers'], says: ['Hello?'], afterwards: 'stays silent' },
      ],
    })
    const endless = {
      otherwise: [{ say: 'x '.repeat(100_000) }],
      blueprint: { pipelineSettings: { maxDuration: 90_000 } },
    }
    await busy.local('PUT', 'agents/alpha/draft?workspace=a', { 'based on': 3, ...endless })
    await busy.local('POST', 'agents/alpha/publish?workspace=a', {})
    await call(busy, { phoneNumber: '15550100000' })
    const dated = await call(busy, { phoneNumber: '15550100001', callOnDate: '2026-03-02' })
    await busy.moveTo('2026-03-02T18:29:59Z')
    expect([(await busy.fetchSession(dated)).status, (await busy.queue()).length]).toEqual(['call_in_queue', 2])
    await busy.moveTo('2026-03-02T18:30:00Z')
    expect((await busy.fetchSession(dated)).status).toBe('call_expired')
    await busy.advance('3 d')
    expect(await busy.fetchSession(dated)).toMatchObject({ status: 'call_expired', transcript: [] })
  },
  async 'EXP-06'(world) {
    const id = await call(world, { callOnDate: '2026-03-02', startWorkingHour: '09:00', endWorkingHour: '12:00' })
    await world.advance('3 d')
    expect([(await world.fetchSession(id)).status, (await world.fetchSession(id)).transcript]).toEqual([
      'call_expired',
      [],
    ])
  },
  async 'SES-31'(world) {
    const { recordingUrl } = await finishedCall(world)
    const get = async () => world.service.fetch(new Request(recordingUrl ?? ''))
    const answer = await get()
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'audio/wav'])
    await world.advance('15 min')
    expect((await get()).status).toBe(403)
  },
}
