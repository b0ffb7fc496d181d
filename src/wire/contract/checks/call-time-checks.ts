import fc from 'fast-check'
import { isJsonObject, type JsonObject, type JsonValue } from '../../../base/json/json.ts'
import { editAll, putMember, type RequestEdit } from '../world/contract-request.ts'
import type { ReadRequest } from '../world/reading.ts'
import { checksOf, type RequestChecks, requestMembers } from './request-check.ts'
import { exists, isHour, isZone } from './schedule-checks.ts'

const placesCall = ({ request, bodyKind }: ReadRequest): boolean =>
  ['call.trigger', 'workflow.call', 'node.trigger'].includes(request.operation) && bodyKind === 'object'

/** The members of call and workflow operations that have several spellings. */
const spellings = {
  retries: ['noOfRetries', 'no_of_retries'],
  interval: ['retryAfterHours', 'retry_after_in_hrs', 'retries_after_in_hrs'],
  start: ['startWorkingHour', 'start_working_hour'],
  end: ['endWorkingHour', 'end_working_hour'],
  zone: ['timezone'],
  priority: ['callPriority', 'call_priority'],
  date: ['callOnDate', 'call_on_date'],
  time: ['scheduleTime', 'schedule_time'],
} as const
type Member = keyof typeof spellings

function memberOf(body: JsonObject, member: Member): JsonValue | undefined {
  const name = spellings[member].find((spelling) => Object.hasOwn(body, spelling))
  return name === undefined ? undefined : body[name]
}

/** Sets a member in the spelling of the draft's operation; leaves the draft unchanged if that has no such member. */
function set(member: Member, value: JsonValue): RequestEdit {
  return (draft) => {
    const name = spellings[member].find((spelling) => requestMembers[draft.operation].includes(spelling))
    return name === undefined ? draft : putMember(name, value)(draft)
  }
}

const open = checksOf(['call', 'workflow', 'node'], placesCall)
const setEach = (member: Member, ...values: JsonValue[]): RequestEdit[] => values.map((value) => set(member, value))
const isOdd = (value: JsonValue | undefined, fine: (value: number) => boolean): boolean =>
  typeof value === 'number' && !fine(value)
const priorityOf = (body: JsonObject): JsonValue | undefined => memberOf(body, 'priority')

/** Times, retries and priorities of calls: ranges and forms (Trigger call; Trigger workflow call; Limits). */
export const callTimeChecks: RequestChecks = {
  'QUE-03': open(setEach('priority', 0, 101, -1, 1e9), ({ body }) =>
    isOdd(priorityOf(body), (value) => value >= 1 && value <= 100),
  ),
  'QUE-04': open(setEach('priority', 1.5, 99.99), ({ body }) => isOdd(priorityOf(body), Number.isInteger)),
  'RET-04': open(
    [...setEach('retries', -1, 1.5, 1e308), ...setEach('interval', -1, 1e308)],
    ({ body }) =>
      isOdd(memberOf(body, 'retries'), (value) => Number.isInteger(value) && value >= 0 && value <= 100) ||
      isOdd(memberOf(body, 'interval'), (value) => value >= 0 && value <= 1_000),
  ),
  'WIN-05': open(
    [
      editAll(set('start', '22:00'), set('end', '06:00')),
      editAll(set('start', '09:00'), set('end', '09:00')),
      ...setEach('start', '9:00', '24:00', ''),
      ...setEach('end', '9am'),
      ...setEach('zone', 'Mars/Olympus', 'IST', ''),
    ],
    ({ body }) => {
      const [start, end, zone] = [memberOf(body, 'start'), memberOf(body, 'end'), memberOf(body, 'zone')]
      const odd = [start, end].some((hour) => typeof hour === 'string' && !isHour(hour))
      const empty = isHour(start) && isHour(end) && String(start) >= String(end)
      return odd || empty || (typeof zone === 'string' && !isZone(zone))
    },
  ),
  'WIN-07': open(setEach('time', '2020-01-01T00:00:00Z'), ({ body }) =>
    /^(19|20[01]|202[0-5])/.test(String(memberOf(body, 'time'))),
  ),
  'WIN-08': open(
    setEach(
      'time',
      '2030-01-01T00:00:00+05:30',
      '2030-01-01T00:00:00.000Z',
      '2030-01-01',
      'tomorrow',
      '2030-02-30T00:00:00Z',
      '',
    ),
    ({ body }) => {
      const time = memberOf(body, 'time')
      return (
        typeof time === 'string' &&
        !(
          /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(time) &&
          exists(time.slice(0, 10)) &&
          !Number.isNaN(Date.parse(time))
        )
      )
    },
  ),
  'EXP-05': open(setEach('date', '2020-01-01', '2030-02-30', '01-01-2030', ''), ({ body }) => {
    const date = memberOf(body, 'date')
    return typeof date === 'string' && (!/^\d{4}-\d\d-\d\d$/.test(date) || !exists(date) || date < '2026')
  }),
  'CAL-04': checksOf(['call', 'workflow', 'node', 'delete'])(
    fc.tuple(fc.nat(40), fc.constantFrom<JsonValue[]>([1], true, ['x'], { value: {} })).map(
      ([index, value]): RequestEdit =>
        (draft) => {
          const names = requestMembers[draft.operation]
          return putMember(names[index % names.length] ?? '', value)(draft)
        },
    ),
    ({ request, body }) => request.operation !== 'chat.trigger' && Object.entries(body).some(isMistyped),
  ),
}

const numbers: readonly string[] = [...spellings.retries, ...spellings.interval, ...spellings.priority]
const objects: readonly string[] = ['metadata', 'customer_details', 'options']

function isMistyped([name, value]: [string, JsonValue]): boolean {
  if (value === null) return false // ENV-13
  if (objects.includes(name)) return !isJsonObject(value)
  if (numbers.includes(name)) return typeof value !== 'number'
  return !(typeof value === 'string' || (/^agent_?version$/i.test(name) && typeof value === 'number'))
}
