import type { JsonValue } from '../../../base/json/json.ts'
import { zones } from '../requests/interesting-values.ts'
import { editAll, putMember, type RequestEdit, setEach } from '../world/contract-request.ts'
import { checksOf, isChat, type RequestChecks } from './request-check.ts'

const open = checksOf(['waPrompt', 'waTemplate', 'webPrompt', 'emailSay'], isChat)

const hours = (start: string, end: string): RequestEdit =>
  editAll(putMember('startWorkingHour', start), putMember('endWorkingHour', end))

/** Whether a value is an hour of the day as the interface writes it, HH:MM in 24 hours. */
export function isHour(value: JsonValue | undefined): boolean {
  return typeof value === 'string' && /^([01]\d|2[0-3]):[0-5]\d$/.test(value)
}

/** Whether a value is a time zone that every service certainly knows. */
export function isZone(value: JsonValue | undefined): boolean {
  return typeof value === 'string' && zones.includes(value)
}

/** `fine`: an existing date-time with an offset. */
function readDateTime(value: string): 'fine' | 'no offset' | 'none' {
  const [, day, time, offset] =
    /^(\d{4}-\d\d-\d\d)(T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)?(Z|[+-]\d\d:\d\d)?$/.exec(value) ?? []
  if (day === undefined || time === undefined || !exists(day) || Number.isNaN(Date.parse(`${day}${time}Z`)))
    return 'none'
  if (offset === undefined) return 'no offset'
  return Number.isNaN(Date.parse(value)) ? 'none' : 'fine'
}

export function exists(day: string): boolean {
  const at = Date.parse(`${day}T00:00:00Z`)
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(day)
}

/** Forms of scheduling members that the interface rejects, or does not mention (Trigger chat). */
export const scheduleChecks: RequestChecks = {
  'SCH-12': open(
    [hours('22:00', '06:00')],
    ({ body }) =>
      isHour(body.startWorkingHour) &&
      isHour(body.endWorkingHour) &&
      String(body.startWorkingHour) > String(body.endWorkingHour),
  ),
  'SCH-13': open(
    [hours('09:00', '09:00')],
    ({ body }) => isHour(body.startWorkingHour) && body.startWorkingHour === body.endWorkingHour,
  ),
  'SCH-16': open(
    ['startWorkingHour', 'endWorkingHour'].flatMap((path) =>
      setEach(path, '9:00', '24:00', '09:60', '09:00:00', '9am', '', '-1:00', '09.00'),
    ),
    ({ body }) =>
      [body.startWorkingHour, body.endWorkingHour].some((value) => typeof value === 'string' && !isHour(value)),
  ),
  'SCH-17': open(
    setEach('timezone', 'Mars/Olympus', '+05:30', 'asia/kolkata', 'IST', '', 'UTC ', 'Etc/GMT+25'),
    ({ body }) => typeof body.timezone === 'string' && !isZone(body.timezone),
  ),
  'SCH-18': open(
    setEach('scheduleTime', '2030-01-01T09:00:00', '2030-01-01T09:00'),
    ({ body }) => typeof body.scheduleTime === 'string' && readDateTime(body.scheduleTime) === 'no offset',
  ),
  'SCH-19': open(
    setEach('scheduleTime', 'tomorrow', '2030-01-01', '2030-13-01T00:00:00Z', '2030-02-30T00:00:00Z', '', '1767225600'),
    ({ body }) => typeof body.scheduleTime === 'string' && readDateTime(body.scheduleTime) === 'none',
  ),
}
