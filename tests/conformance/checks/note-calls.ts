import { expect } from 'vitest'
import { openWorld, type World } from '../world.ts'
import type { Checks } from './check.ts'
import { answers } from './refusals.ts'

const dueOf = async ({ queue }: World): Promise<unknown> => (await queue())[0]?.due ?? null

/** When a call requested at an instant becomes due, observed while the only line is busy. */
async function due(now: string, body: Record<string, unknown>): Promise<unknown> {
  const world = openWorld()
  await world.moveTo(now)
  await world.send('call', { body: { phoneNumber: '15550100000' } })
  await world.send('call', { body: { phoneNumber: '15550100009', ...body } })
  const waiting = (await world.queue()).find(({ customerNumber }) => customerNumber === '15550100009')
  return waiting?.due
}

const bad = (...members: Record<string, unknown>[]) => members.map((body) => ({ body }))

/** Points that the interface leaves open about calls, workflows and blueprints, and what we decided. */
export const noteCalls: Checks = {
  'CAL-04': answers(
    422,
    'validationError',
    bad({ metadata: 'x' }, { options: 'x' }, { noOfRetries: '2' }, { callPriority: '10' }),
  ),
  'CAL-05': answers(404, 'localAgentNotFound'),
  'CAL-08': answers(422, 'validationError'),
  async 'CAL-10'({ send }) {
    const sip = { communicationChannel: 'Shop lines' }
    expect((await send('call', { body: { ...sip, agentNumber: '+15550122' } })).status).toBe(200)
    expect(await send('call', { body: { ...sip, agentNumber: '15559999' } })).toMatchObject({
      status: 422,
      code: 'validationError',
    })
  },
  async 'CAL-11'({ send }) {
    expect((await send('call', { body: { communicationChannel: 'nope' } })).code).toBe('channelNotFound')
    expect((await send('call', { body: { communicationChannel: 'Shop WhatsApp' } })).code).toBe(
      'unsupportedChannelType',
    )
  },
  'CAL-14': answers(200, undefined),
  async 'CAL-16'({ send, queue }) {
    const ids = [await send('call'), await send('call')].map(({ data }) => data.callId)
    expect([new Set(ids).size, (await queue()).length]).toEqual([2, 2])
  },
  'CAL-17': answers(
    422,
    'validationError',
    bad({ phoneNumber: '+' }, { phoneNumber: 'abc' }, { phoneNumber: '1'.repeat(16) }),
  ),
  'QUE-04': answers(422, 'validationError'),
  async 'QUE-05'({ send, queue }) {
    for (const phoneNumber of ['15550100000', '15550100001', '15550100002', '15550100003'])
      await send('call', { body: { phoneNumber } })
    expect((await queue()).map(({ customerNumber }) => String(customerNumber).slice(-1))).toEqual(['1', '2', '3', '0'])
  },
  async 'QUE-06'(world) {
    await world.send('call', { body: { phoneNumber: '15550100000' } })
    await world.send('call', {
      body: { phoneNumber: '15550100002', callPriority: 1, scheduleTime: '2026-03-02T12:00:00Z' },
    })
    await world.send('call', { body: { phoneNumber: '15550100001', callPriority: 100 } })
    await world.advance('1 h')
    expect((await world.queue()).map(({ customerNumber }) => customerNumber)).toEqual(['15550100002'])
  },
  async 'QUE-07'({ send, queue }) {
    const reply = await send('node', { body: { call_priority: 1, priority: 99, schedule_time: '{{time.future}}' } })
    expect([(await queue())[0]?.priority, reply.headers.get('x-local-decision')?.split(', ')]).toEqual([
      10,
      expect.arrayContaining(['QUE-07']),
    ])
  },
  'RET-04': answers(422, 'validationError', bad({ noOfRetries: 1.5 }, { retryAfterHours: -1 }, { noOfRetries: 1e300 })),
  async 'WIN-03'() {
    expect(await due('2026-03-02T10:00:00Z', { endWorkingHour: '12:00' })).toBe('2026-03-02T18:30:00.000Z')
  },
  async 'WIN-05'({ send }) {
    expect(await due('2026-03-02T10:00:00Z', { startWorkingHour: '22:00', endWorkingHour: '06:00' })).toBe(
      '2026-03-02T16:30:00.000Z',
    )
    expect(await due('2026-03-08T05:00:00Z', { startWorkingHour: '02:30', timezone: 'America/New_York' })).toBe(
      '2026-03-08T07:00:00.000Z',
    )
    for (const body of [{ startWorkingHour: '9:00' }, { timezone: 'IST' }, { timezone: '' }])
      expect((await send('call', { body })).status).toBe(422)
  },
  async 'WIN-07'({ send, fetchSession }) {
    const { callId } = (await send('call', { body: { scheduleTime: '2020-01-01T00:00:00Z' } })).data
    expect((await fetchSession(callId)).status).toBe('call_placed')
  },
  async 'WIN-08'({ send }) {
    for (const scheduleTime of [
      '2030-01-01T00:00:00+05:30',
      '2030-01-01',
      '2030-01-01T00:00:00',
      '2030-02-30T00:00:00Z',
    ])
      expect([scheduleTime, (await send('call', { body: { scheduleTime } })).status]).toEqual([scheduleTime, 422])
    for (const scheduleTime of ['2030-01-01T00:00:00Z', '2030-01-01T00:00:00.123Z'])
      expect((await send('call', { body: { scheduleTime } })).status).toBe(200)
  },
  async 'EXP-02'({ send, fetchSession, moveTo }) {
    const day = { callOnDate: '2026-03-02', scheduleTime: '2026-03-05T00:00:00Z' }
    const kolkata = (await send('call', { body: day })).data.callId
    const newYork = (await send('call', { body: { ...day, timezone: 'America/New_York' } })).data.callId
    await moveTo('2026-03-02T18:30:00Z')
    expect([(await fetchSession(kolkata)).status, (await fetchSession(newYork)).status]).toEqual([
      'call_expired',
      'call_in_queue',
    ])
    await moveTo('2026-03-03T05:00:00Z')
    expect((await fetchSession(newYork)).status).toBe('call_expired')
  },
  async 'EXP-03'() {
    expect(await due('2026-03-02T10:00:00Z', { callOnDate: '2026-03-04' })).toBe('2026-03-03T18:30:00.000Z')
    expect(await due('2026-03-02T10:00:00Z', { callOnDate: '2026-03-04', startWorkingHour: '09:00' })).toBe(
      '2026-03-04T03:30:00.000Z',
    )
  },
  async 'EXP-04'({ send, fetchSession, advance }) {
    for (const scheduleTime of ['2026-03-03T10:00:00Z', '2026-03-09T10:00:00Z']) {
      const { callId } = (await send('call', { body: { callOnDate: '2026-03-05', scheduleTime } })).data
      await advance('10 d')
      expect(await fetchSession(callId)).toMatchObject({ status: 'call_expired', transcript: [] })
    }
  },
  async 'EXP-05'({ send, fetchSession }) {
    const { callId } = (await send('call', { body: { callOnDate: '2020-01-01' } })).data
    expect((await fetchSession(callId)).status).toBe('call_expired')
    for (const callOnDate of ['2030-02-30', '01-01-2030', 'today'])
      expect((await send('call', { body: { callOnDate } })).status).toBe(422)
  },
  async 'WFC-06'({ send, queue }) {
    const reply = await send('wfCall', { body: { callPriority: 1, schedule_time: '{{time.future}}' } })
    expect([reply.status, reply.headers.get('x-local-decision'), (await queue())[0]?.priority]).toEqual([
      200,
      'WFC-06',
      10,
    ])
  },
  'WFC-07': answers(404, 'localAgentNotFound'),
  async 'WFC-08'(world) {
    await world.send('wfCall', { body: { schedule_time: '2026-03-02T12:00:00Z' } })
    const [call] = await world.queue()
    expect([await dueOf(world), (await world.fetchSession(String(call?.sessionId))).status]).toEqual([
      '2026-03-02T12:00:00.000Z',
      'call_in_queue',
    ])
  },
  async 'DEL-05'({ send, queue }) {
    for (const hour of ['11', '12', '13'])
      await send('wfCall', { body: { schedule_time: `2026-03-02T${hour}:00:00Z` } })
    const reply = await send('wfDelete')
    expect([reply.headers.get('x-local-decision'), await queue()]).toEqual(['DEL-05', []])
  },
  async 'DEL-07'({ send, queue, advance, sessions }) {
    await send('wfCall')
    await send('wfDelete')
    expect((await queue()).map(({ state }) => state)).toEqual(['placed'])
    await advance('10 min')
    await send('wfCall', { body: { customer_number: '15550109002', no_of_retries: 3 } })
    await advance('1 min')
    await send('wfDelete', { body: { customer_number: '15550109002' } })
    await advance('1 d')
    const attempts = (await sessions()).filter(({ participant }) => participant === '15550109002')
    expect(attempts.map(({ status }) => status)).toEqual(['call_canceled', 'could_not_connect'])
  },
  async 'BLU-14'({ send, chat }) {
    expect((await send('blueprints')).data.agents[0].config.agentsList[0].agentVersion).toBe('DEFAULT')
    expect((await chat({ agentVersion: 'DEFAULT' })).status).toBe(422)
  },
  async 'BLU-16'({ send }) {
    const ids = (await send('blueprints')).data.agents.map(({ agentId }: { agentId: string }) => agentId)
    expect(ids).toEqual([...ids].sort())
  },
  async 'NOD-08'({ send, queue }) {
    const body = {
      options: { initialMessage: 'x' },
      agent_options: {},
      priority: 1,
      date: '2026-03-05',
      call_on_date: '2026-03-05',
      schedule_time: '{{time.future}}',
    }
    const reply = await send('node', { body })
    expect((await queue())[0]).toMatchObject({ options: {}, priority: 10, onDate: null })
    expect(reply.headers.get('x-local-decision')).toContain('NOD-08')
  },
}

/** Note rules that no request can verify, and why. */
export const notCheckable: Record<string, string> = {
  'ENV-07': 'the wording of messages is free',
  'HST-06': 'a duty of the client: src/wire/client keeps two settings',
  'TRN-25': 'thinking entries appear when the agent’s script writes them, which TRN-24 holds',
  'CHA-46': 'tools of scripted agents have no side effects',
  'CHA-47': 'latency is what the script says',
  'DSP-33': 'held when a workspace is read: load-workspace.test.ts',
  'BLU-13': 'agent name and agentId are two members of the workspace',
  'BLU-15': 'enumerations are free texts, so that there is nothing to refuse',
  'EVT-01': 'there are no events',
}
