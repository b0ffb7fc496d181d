import { z } from 'zod'
import { isDate, latestShown } from '../../base/instant.ts'
import type { JsonObject } from '../../base/json/json.ts'
import type { CallRequest } from '../../wire/api/call.ts'
import { dateShape, hourShape, jsonObject, priorityShape } from '../../wire/api/member-shapes.ts'
import { checkShape, type Violation } from '../../wire/api/shape.ts'
import { isInstant } from '../time/clock.ts'
import { callTimeShape, isTimeZone } from '../time/local-time.ts'

/** A call request in one spelling, for the three operations that place calls (WFC-05). */
export interface CallAsked extends Partial<Omit<CallRequest, 'phoneNumber'>> {
  customerNumber: string
}

/** An operation's names for the members of a call; members it does not read are left out. */
type CallSpelling = { readonly [K in keyof CallAsked]?: string }

const text = z.string()
const date = dateShape.refine(
  (day) => isDate(day) && isInstant(Date.parse(day)),
  `expected a date of the calendar, YYYY-MM-DD, until ${latestShown}`,
)

/** The largest number of retries: each attempt creates a session. */
const mostRetries = 100

const members: { [K in keyof Required<CallAsked>]: z.ZodType } = {
  customerNumber: text.regex(/^\+?\d{7,15}$/, 'expected 7 to 15 digits with the country code, with or without a plus'),
  agentName: text,
  // only chat accepts draft (CAL-08)
  agentVersion: z.union([z.literal('default'), z.int().min(0), text.regex(/^\d+$/, 'expected default or a number')]),
  metadata: jsonObject,
  communicationChannel: text,
  agentNumber: text,
  // real booleans and numbers are accepted too (CAL-13), and so are unknown values (CAL-14)
  options: jsonObject,
  noOfRetries: z.int().min(0).max(mostRetries),
  retryAfterHours: z.number().min(0).max(1_000_000),
  startWorkingHour: hourShape,
  endWorkingHour: hourShape,
  timezone: text.refine(isTimeZone, 'expected an IANA time zone'),
  callPriority: priorityShape,
  callOnDate: date,
  scheduleTime: callTimeShape,
}

/** Reads the body of an operation that places calls, in its own spelling (NOD-06, WFC-06). */
export function readCallBody(
  body: JsonObject,
  spelling: CallSpelling,
  required: readonly (keyof CallAsked)[],
): { ok: true; asked: CallAsked; unknown: string[] } | { ok: false; violations: Violation[] } {
  const spelled = Object.entries(spelling) as [keyof CallAsked, string][]
  const shape = z.object(
    Object.fromEntries(
      spelled.map(([name, key]) => [key, required.includes(name) ? members[name] : members[name].optional()]),
    ),
  )
  // An empty text counts as missing for a required member (ENV-14).
  const needed = required.map((name) => spelling[name])
  const filledBody = Object.fromEntries(
    Object.entries(body).filter(([key, value]) => value !== '' || !needed.includes(key)),
  )
  const checked = checkShape(shape, filledBody)
  if (!checked.ok) return { ok: false, violations: checked.violations }
  const callMembers = Object.fromEntries(
    spelled.flatMap(([name, key]) => (Object.hasOwn(filledBody, key) ? [[name, filledBody[key]]] : [])),
  )
  const unknown = Object.keys(body).filter((key) => !spelled.some(([, ownKey]) => ownKey === key))
  return { ok: true, asked: callMembers as unknown as CallAsked, unknown }
}

export const callSpelling: CallSpelling = {
  ...Object.fromEntries(Object.keys(members).map((name) => [name, name])),
  customerNumber: 'phoneNumber',
}

/** The members that the workflow call and the workflow node share. */
const shared = {
  customerNumber: 'customer_number',
  agentName: 'use_case',
  metadata: 'customer_details',
  agentNumber: 'bot_number',
  noOfRetries: 'no_of_retries',
  startWorkingHour: 'start_working_hour',
  endWorkingHour: 'end_working_hour',
  timezone: 'timezone',
  scheduleTime: 'schedule_time',
} as const

export const workflowSpelling: CallSpelling = {
  ...shared,
  agentVersion: 'agent_version',
  options: 'options',
  retryAfterHours: 'retry_after_in_hrs',
  callPriority: 'call_priority',
  callOnDate: 'call_on_date',
}

/** The workflow node's own spelling (NOD-06); it does not read options, priority and date (NOD-08, QUE-07). */
export const nodeSpelling: CallSpelling = { ...shared, retryAfterHours: 'retries_after_in_hrs' }
