import { expect } from 'vitest'
import type { World } from '../world.ts'
import type { Checks } from './check.ts'

/** When a WhatsApp message with these members leaves, requested on Monday 2026-03-02, 10:00 UTC. */
async function leaves(world: World, body: Record<string, unknown>, base = 'waSay'): Promise<string> {
  const reply = await world.send(base, { body })
  expect(reply.status, JSON.stringify(reply.body)).toBe(200)
  const { sessionId } = reply.data
  await world.moveTo('2026-04-15T00:00:00Z')
  const message = (await world.outbox()).find((each) => each.sessionId === sessionId)
  expect([message?.status, message?.due]).toEqual(['sent', message?.sentAt])
  return String(message?.sentAt)
}

/** A check of several cases, each in its own world. */
const cases =
  (...all: [members: Record<string, unknown>, expected: string][]) =>
  async (world: World): Promise<void> => {
    const { openWorld } = await import('../world.ts')
    for (const [index, [members, expected]] of all.entries()) {
      const fresh = index === 0 ? world : openWorld()
      expect([members, await leaves(fresh, members)]).toEqual([members, expected])
    }
  }

export const schedule: Checks = {
  async 'SCH-01'(world) {
    const { sessionId } = (await world.send('waSay', { body: { scheduleTime: '2026-03-02T12:00:00Z' } })).data
    const statusOf = async () => (await world.outbox()).find((each) => each.sessionId === sessionId)
    await world.moveTo('2026-03-02T11:59:59.999Z')
    expect(await statusOf()).toMatchObject({ status: 'waiting', sentAt: null })
    expect((await world.fetchSession(sessionId)).transcript).toEqual([])
    await world.moveTo('2026-03-02T12:00:00Z')
    expect(await statusOf()).toMatchObject({ status: 'sent', sentAt: '2026-03-02T12:00:00.000Z' })
    expect((await world.fetchSession(sessionId)).transcript.length).toBe(1)
  },
  'SCH-02': async ({ send, outbox }) => {
    for (const scheduleTime of ['2020-01-01T00:00:00Z', '2026-03-02T10:00:00Z', '2026-03-02T15:30:00+05:30']) {
      await send('waSay', { body: { scheduleTime } })
      expect((await outbox())[0]).toMatchObject({ status: 'sent', sentAt: '2026-03-02T10:00:00.000Z' })
    }
  },
  'SCH-03': async (world) => {
    const { openWorld } = await import('../world.ts')
    for (const base of ['waSay', 'waPrompt', 'waTemplate', 'webPrompt', 'emailSay', 'emailPrompt'])
      expect([
        base,
        await leaves(
          base === 'waSay' ? world : openWorld(),
          { scheduleTime: '2026-03-03T05:00:00Z', startWorkingHour: '09:00' },
          base,
        ),
      ]).toEqual([base, '2026-03-03T09:00:00.000Z'])
  },
  'SCH-04': cases([
    { scheduleTime: '2026-03-03T05:00:00Z', startWorkingHour: '09:00', endWorkingHour: '18:00' },
    '2026-03-03T09:00:00.000Z',
  ]),
  'SCH-05': cases([
    { scheduleTime: '2026-03-03T19:00:00Z', startWorkingHour: '09:00', endWorkingHour: '18:00' },
    '2026-03-04T09:00:00.000Z',
  ]),
  'SCH-06': cases([{ scheduleTime: '2026-03-03T19:00:00Z', endWorkingHour: '18:00' }, '2026-03-04T00:00:00.000Z']),
  'SCH-07': cases(
    [{ scheduleTime: '2026-03-03T05:00:00Z', startWorkingHour: '09:00' }, '2026-03-03T09:00:00.000Z'],
    [{ scheduleTime: '2026-03-03T23:30:00Z', startWorkingHour: '09:00' }, '2026-03-03T23:30:00.000Z'],
  ),
  'SCH-08': cases(
    [
      { scheduleTime: '2026-03-03T09:00:00Z', startWorkingHour: '09:00', endWorkingHour: '18:00' },
      '2026-03-03T09:00:00.000Z',
    ],
    [
      { scheduleTime: '2026-03-03T18:00:00Z', startWorkingHour: '09:00', endWorkingHour: '18:00' },
      '2026-03-03T18:00:00.000Z',
    ],
    [
      { scheduleTime: '2026-03-03T18:00:01Z', startWorkingHour: '09:00', endWorkingHour: '18:00' },
      '2026-03-04T09:00:00.000Z',
    ],
    [
      { scheduleTime: '2026-03-03T08:59:59Z', startWorkingHour: '09:00', endWorkingHour: '18:00' },
      '2026-03-03T09:00:00.000Z',
    ],
  ),
  'SCH-09': cases(
    [{ startWorkingHour: '12:00' }, '2026-03-02T12:00:00.000Z'],
    [{ startWorkingHour: '12:00', timezone: 'UTC' }, '2026-03-02T12:00:00.000Z'],
  ),
  'SCH-10': cases(
    [{ startWorkingHour: '17:30', timezone: 'Asia/Kolkata' }, '2026-03-02T12:00:00.000Z'],
    [{ startWorkingHour: '07:00', timezone: 'America/New_York' }, '2026-03-02T12:00:00.000Z'],
    [{ startWorkingHour: '17:45', timezone: 'Asia/Kathmandu' }, '2026-03-02T12:00:00.000Z'],
    // Berlin changes its clocks on 29 March: the same hour is a different instant before and after
    [
      { startWorkingHour: '13:00', timezone: 'Europe/Berlin', scheduleTime: '2026-03-28T00:00:00Z' },
      '2026-03-28T12:00:00.000Z',
    ],
    [
      { startWorkingHour: '13:00', timezone: 'Europe/Berlin', scheduleTime: '2026-03-29T00:00:00Z' },
      '2026-03-29T11:00:00.000Z',
    ],
  ),
  'SCH-11': cases(
    [{ startWorkingHour: '11:00' }, '2026-03-02T11:00:00.000Z'],
    [{ startWorkingHour: '08:00', endWorkingHour: '09:00' }, '2026-03-03T08:00:00.000Z'],
  ),
}
