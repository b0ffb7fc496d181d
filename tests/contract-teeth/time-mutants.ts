import type { JsonValue } from '../../src/base/json/json.ts'
import type { OperationId } from '../../src/wire/api/operation.ts'
import { fills, reads, takes } from './mistakes.ts'
import { type Mutant, mutant } from './mutant.ts'

const chat: OperationId = 'chat.trigger'
const call: OperationId = 'call.trigger'
const node: OperationId = 'node.trigger'

/** A time of day moved by some minutes, within the same day. */
const shiftHour =
  (minutes: number) =>
  (value: JsonValue): JsonValue => {
    const [hours = 0, rest = 0] = String(value).split(':').map(Number)
    const shifted = Math.min(1439, Math.max(0, hours * 60 + rest + minutes))
    if (Number.isNaN(shifted)) return value
    return `${String(Math.floor(shifted / 60)).padStart(2, '0')}:${String(shifted % 60).padStart(2, '0')}`
  }

const shiftTime =
  (ms: number) =>
  (value: JsonValue): JsonValue => {
    const instant = Date.parse(String(value))
    return Number.isNaN(instant) ? value : `${new Date(instant + ms).toISOString().slice(0, 19)}Z`
  }

const shiftDay =
  (days: number) =>
  (value: JsonValue): JsonValue => {
    const instant = Date.parse(String(value))
    return Number.isNaN(instant) ? value : new Date(instant + days * 86_400_000).toISOString().slice(0, 10)
  }

/** For each zone, one that keeps its winter offset all year. */
const winter: Record<string, string> = { 'America/New_York': 'Etc/GMT+5', 'Europe/Berlin': 'Etc/GMT-1' }
const drop = (): undefined => undefined
const minute = 1
const second = 1_000
const hour = 3_600_000

/** Schedules, working hours, zones and days that are wrong by as little as possible. */
export const timeMutants: readonly Mutant[] = [
  mutant('SCH-01', 'window', 'a message leaves a second early', takes(chat, 'scheduleTime', shiftTime(-second))),
  mutant('SCH-01', 'window', 'a message leaves a second late', takes(chat, 'scheduleTime', shiftTime(second))),
  mutant('SCH-01', 'dropped', 'scheduleTime is ignored', takes(chat, 'scheduleTime', drop)),
  mutant(
    'SCH-02',
    'window',
    'a past time means a year later',
    takes(chat, 'scheduleTime', (value) =>
      Date.parse(String(value)) < Date.parse('2026-06-01T12:00:00Z') ? '2027-06-01T12:00:00Z' : value,
    ),
  ),
  mutant(
    'SCH-03',
    'dropped',
    'templates are not scheduled',
    reads(chat, ({ scheduleTime, ...body }) =>
      scheduleTime !== undefined && JSON.stringify(body).includes('"template"') ? body : null,
    ),
  ),
  mutant(
    'SCH-03',
    'dropped',
    'email is not scheduled',
    reads(chat, ({ scheduleTime, ...body }) => (scheduleTime !== undefined && 'customerEmail' in body ? body : null)),
  ),
  mutant(
    'SCH-03',
    'dropped',
    'web chat is not scheduled',
    reads(chat, ({ scheduleTime, ...body }) =>
      scheduleTime !== undefined && /web/.test(String(body.communicationChannel)) ? body : null,
    ),
  ),
  mutant('SCH-04', 'window', 'the day starts a minute late', takes(chat, 'startWorkingHour', shiftHour(minute))),
  mutant('SCH-04', 'window', 'the day starts a minute early', takes(chat, 'startWorkingHour', shiftHour(-minute))),
  mutant('SCH-04', 'dropped', 'startWorkingHour is ignored', takes(chat, 'startWorkingHour', drop)),
  mutant('SCH-05', 'dropped', 'endWorkingHour is ignored', takes(chat, 'endWorkingHour', drop)),
  mutant('SCH-05', 'window', 'the day ends an hour late', takes(chat, 'endWorkingHour', shiftHour(60))),
  mutant('SCH-05', 'window', 'the day ends a minute late', takes(chat, 'endWorkingHour', shiftHour(minute))),
  mutant(
    'SCH-05',
    'window',
    'the next day starts at midnight',
    reads(chat, ({ startWorkingHour, ...body }) =>
      startWorkingHour !== undefined && 'endWorkingHour' in body ? body : null,
    ),
  ),
  mutant(
    'SCH-06',
    'default',
    'the next day starts at eight',
    reads(chat, (body) =>
      'endWorkingHour' in body && !('startWorkingHour' in body) ? { ...body, startWorkingHour: '08:00' } : null,
    ),
  ),
  mutant(
    'SCH-06',
    'default',
    'the next day starts at one past midnight',
    reads(chat, (body) =>
      'endWorkingHour' in body && !('startWorkingHour' in body) ? { ...body, startWorkingHour: '00:01' } : null,
    ),
  ),
  mutant(
    'SCH-09',
    'default',
    'an absent zone is Kolkata',
    fills(chat, 'timezone', 'Asia/Kolkata', (body) => body.doReturnResponse !== true),
  ),
  mutant(
    'SCH-09',
    'default',
    'an absent zone is London',
    fills(chat, 'timezone', 'Europe/London', (body) => body.doReturnResponse !== true),
  ),
  mutant('SCH-10', 'dropped', 'the zone is ignored', takes(chat, 'timezone', drop)),
  mutant(
    'SCH-10',
    'window',
    'zones have no summer time',
    takes(chat, 'timezone', (zone) => winter[String(zone)] ?? zone),
  ),
  mutant(
    'SCH-10',
    'window',
    'half hours of zones are lost',
    takes(chat, 'timezone', (zone) => (zone === 'Asia/Kathmandu' ? 'Asia/Dhaka' : zone)),
  ),
  mutant(
    'WIN-01',
    'window',
    'the day of calls starts a minute late',
    takes(call, 'startWorkingHour', shiftHour(minute)),
  ),
  mutant(
    'WIN-01',
    'window',
    'the day of calls starts a minute early',
    takes(call, 'startWorkingHour', shiftHour(-minute)),
  ),
  mutant('WIN-01', 'dropped', 'the start is ignored', takes(call, 'startWorkingHour', drop)),
  mutant('WIN-02', 'dropped', 'the end is ignored', takes(call, 'endWorkingHour', drop)),
  mutant('WIN-02', 'window', 'the day of calls ends a minute late', takes(call, 'endWorkingHour', shiftHour(minute))),
  mutant(
    'WIN-02',
    'window',
    'the next day of calls starts at midnight',
    reads(call, ({ startWorkingHour, ...body }) =>
      startWorkingHour !== undefined && 'endWorkingHour' in body ? body : null,
    ),
  ),
  mutant('WIN-04', 'default', 'an absent zone of calls is UTC', fills(call, 'timezone', 'UTC')),
  mutant('WIN-04', 'default', 'an absent zone of calls is half an hour off', fills(call, 'timezone', 'Asia/Karachi')),
  mutant('WIN-06', 'window', 'a call is placed an hour early', takes(call, 'scheduleTime', shiftTime(-hour))),
  mutant('WIN-06', 'window', 'a call is placed a minute late', takes(call, 'scheduleTime', shiftTime(60 * second))),
  mutant('WIN-06', 'dropped', 'scheduleTime of calls is ignored', takes(call, 'scheduleTime', drop)),
  mutant('EXP-01', 'dropped', 'callOnDate is ignored', takes(call, 'callOnDate', drop)),
  mutant('EXP-01', 'window', 'a call expires a day late', takes(call, 'callOnDate', shiftDay(1))),
  mutant('NOD-07', 'default', 'an absent zone of the node is UTC', fills(node, 'timezone', 'UTC')),
  mutant('NOD-07', 'dropped', 'the node ignores the start', takes(node, 'start_working_hour', drop)),
  mutant('NOD-07', 'dropped', 'the node ignores the end', takes(node, 'end_working_hour', drop)),
  mutant(
    'NOD-07',
    'window',
    'the day of the node starts a minute late',
    takes(node, 'start_working_hour', shiftHour(minute)),
  ),
]
