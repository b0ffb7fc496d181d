import { expect } from 'vitest'
import { openWorld, type World } from '../world.ts'
import type { Checks } from './check.ts'

const later = { schedule_time: '{{time.future}}' }

const timeline = async ({ queue }: World): Promise<unknown[]> =>
  (await queue()).map(
    ({
      due,
      priority,
      retries,
      retryAfterMs,
      hours,
      onDate,
      customerNumber,
      options,
      metadata,
      agentName,
      versionLabel,
    }) => ({
      due,
      priority,
      retries,
      retryAfterMs,
      hours,
      onDate,
      customerNumber,
      options,
      metadata,
      agentName,
      versionLabel,
    }),
  )

export const workflows: Checks = {
  async 'WFC-01'({ send }) {
    expect((await send('wfCall')).body).toEqual({ responseCode: 200, message: expect.any(String), data: null })
  },
  async 'WFC-02'({ queue }) {
    expect(await queue()).toEqual([])
  },
  async 'WFC-04'({ send, queue }) {
    await send('wfCall', { body: later })
    await send('wfCall', { body: { ...later, use_case: 'beta', bot_number: '+15550121', agent_version: 1 } })
    expect(
      (await queue()).map(({ agentName, agentNumber, versionLabel }) => [agentName, agentNumber, versionLabel]),
    ).toEqual([
      ['alpha', '15550122', '2'],
      ['beta', '15550121', '1'],
    ])
  },
  async 'WFC-05'() {
    const [a, b] = [openWorld(), openWorld()]
    const samples = [
      {
        priority: 3,
        retries: 2,
        after: 0.5,
        start: '09:00',
        end: '17:00',
        zone: 'Europe/Berlin',
        at: '2026-04-01T03:00:00Z',
        on: '2026-04-01',
      },
      {
        priority: 99,
        retries: 0,
        after: 4,
        start: '22:00',
        end: '06:00',
        zone: 'America/New_York',
        at: '2026-03-08T07:30:00Z',
        on: undefined,
      },
      {
        priority: 1,
        retries: 1,
        after: 1,
        start: undefined,
        end: '10:00',
        zone: undefined,
        at: '2026-03-03T10:00:00Z',
        on: '2026-03-04',
      },
    ]
    for (const { priority, retries, after, start, end, zone, at, on } of samples) {
      const metadata = { name: 'Asha' }
      await a.send('call', {
        body: {
          agentNumber: '15550122',
          metadata,
          callPriority: priority,
          noOfRetries: retries,
          retryAfterHours: after,
          startWorkingHour: start,
          endWorkingHour: end,
          timezone: zone,
          scheduleTime: at,
          callOnDate: on,
        },
      })
      await b.send('wfCall', {
        body: {
          customer_details: metadata,
          call_priority: priority,
          no_of_retries: retries,
          retry_after_in_hrs: after,
          start_working_hour: start,
          end_working_hour: end,
          timezone: zone,
          schedule_time: at,
          call_on_date: on,
        },
      })
    }
    expect([(await a.queue()).length, await timeline(b)]).toEqual([3, await timeline(a)])
  },
  async 'DEL-01'({ send, queue, fetchSession, advance }) {
    await send('wfCall', { body: { schedule_time: '2026-03-02T12:00:00Z' } })
    const [queued] = await queue()
    expect((await send('wfDelete')).body).toEqual({ responseCode: 200, message: expect.any(String), data: null })
    await advance('1 d')
    const session = await fetchSession(String(queued?.sessionId))
    expect([session.status, session.transcript, await queue()]).toEqual(['call_canceled', [], []])
  },
  async 'DEL-02'({ send }) {
    expect(await send('wfDelete')).toMatchObject({ status: 200, data: null })
  },
  async 'DEL-03'({ send, queue }) {
    await send('wfCall', { body: later })
    for (const change of [
      { body: { customer_number: undefined } },
      { rawBody: '' },
      { body: { customer_number: '' } },
      { body: { customer_number: null } },
    ])
      expect((await send('wfDelete', change)).status).toBe(422)
    expect((await queue()).length).toBe(1)
  },
  async 'DEL-04'({ send, queue }) {
    await send('wfCall', { body: later })
    await send('wfCall', { body: { ...later, customer_number: '15550188' } })
    await send('wfCall', { path: '/api/workflow/call/wf-a-2', body: later })
    await send('wfDelete')
    expect((await queue()).map(({ workflowId, customerNumber }) => [workflowId, customerNumber])).toEqual([
      ['wf-a', '15550188'],
      ['wf-a-2', '15550199'],
    ])
  },
  async 'DEL-06'({ send, queue }) {
    for (const [queued, deleted] of [
      ['+15550177', '15550177'],
      ['15550177', '+15550177'],
    ]) {
      await send('wfCall', { body: { ...later, customer_number: queued } })
      await send('wfDelete', { body: { customer_number: deleted } })
      expect(await queue()).toEqual([])
    }
  },
  async 'DEL-08'({ send, queue }) {
    await send('call', { body: { scheduleTime: '{{time.future}}' } })
    await send('wfDelete')
    expect((await queue()).length).toBe(1)
  },
  async 'DEL-09'({ send, queue }) {
    // src/wire/client/client.test.ts covers the client; here the service reads the body of a DELETE.
    await send('wfCall', { body: later })
    await send('wfCall', { body: { ...later, customer_number: '15550188' } })
    await send('wfDelete', { body: { customer_number: '15550188' } })
    expect((await queue()).map(({ customerNumber }) => customerNumber)).toEqual(['15550199'])
  },
  async 'NOD-01'({ send }) {
    expect((await send('node')).body).toEqual({ responseCode: 200, message: expect.any(String), data: null })
  },
  async 'NOD-02'({ send }) {
    for (const body of [
      { workflow_id: undefined },
      { workflow_id: '' },
      { no_of_retries: 'x' },
      { timezone: 'Mars' },
      { schedule_time: 'soon' },
    ])
      expect([(await send('node', { body })).status, body]).toEqual([400, body])
  },
  async 'NOD-05'({ send, advance, sessions }) {
    await send('node', { body: { customer_number: '15550109002' } })
    await advance('2 d')
    expect((await sessions()).filter(({ participant }) => participant === '15550109002').length).toBe(1)
  },
  async 'NOD-06'({ send, queue }) {
    const both = { retries_after_in_hrs: 2, retry_after_in_hrs: 3 }
    await send('node', { body: { ...both, ...later } })
    await send('wfCall', { body: { ...both, ...later } })
    expect((await queue()).map(({ retryAfterMs }) => retryAfterMs)).toEqual([7_200_000, 10_800_000])
  },
  async 'NOD-07'({ send, queue }) {
    await send('node', {
      body: { schedule_time: '2026-03-03T00:00:00Z', start_working_hour: '09:00', end_working_hour: '18:00' },
    })
    await send('node', {
      body: { schedule_time: '2026-03-03T13:00:00Z', start_working_hour: '09:00', end_working_hour: '18:00' },
    })
    expect((await queue()).map(({ due }) => due)).toEqual(['2026-03-03T03:30:00.000Z', '2026-03-04T03:30:00.000Z'])
  },
  async 'NOD-09'({ send }) {
    expect((await send('node', { path: '/api/workflow/trigger' })).status).toBe(404)
  },
}
