import type { Draw } from './draw.ts'
import { planTiming, type Timing } from './plan-time.ts'
import { dayAt } from './schedule-oracle.ts'
import type { Planned, PlannedCall } from './year-plan.ts'

/**
 * How calls to simulated numbers end: answered (twice), no answer, cannot connect (three times), cannot
 * connect at first (twice).
 */
const endings = ['1234', '1234', '9001', '9002', '9002', '9002', '9006', '9006']

/** A call, by any of the three operations. */
export function planCall(draw: Draw, index: number): Planned {
  const timing = planTiming(draw, 'Asia/Kolkata') // WIN-04
  const number = `1556${1_000 + index}${draw.one(endings)}`
  const retries = draw.chance(0.7) ? draw.one([0, 1, 2, 3]) : undefined
  const after = draw.chance(0.8) ? draw.one([0, 0.25, 1, 3, 8, 24, 30]) : undefined
  const spelling = draw.one(spellings)
  const date = spelling.kind === 'node trigger' ? null : planDate(draw, timing) // NOD-08: it takes no date
  const call: PlannedCall = { number, onDate: date, retries: retries ?? 0, retryAfterMs: (after ?? 1) * 3_600_000 } // RET-03
  const request = { number, time: spell(draw, timing.wanted), date: date ?? undefined, retries, after }
  const { at, wanted, hours } = timing
  return { kind: spelling.kind, at, path: spelling.path, body: spelling.body(request, timing), hours, wanted, call }
}

interface Asked {
  number: string
  time: string | undefined
  date: string | undefined
  retries: number | undefined
  after: number | undefined
}

interface Spelling {
  kind: string
  path: string
  body(asked: Asked, timing: Timing): Record<string, unknown>
}

const shared = ({ number, time, retries }: Asked, { start, end, timezone }: Timing): Record<string, unknown> => ({
  customer_number: number,
  schedule_time: time,
  no_of_retries: retries,
  start_working_hour: start,
  end_working_hour: end,
  timezone,
})

const spellings: readonly Spelling[] = [
  {
    kind: 'call trigger',
    path: '/api/call/trigger',
    body: ({ number, time, date, retries, after }, { start, end, timezone }) => ({
      phoneNumber: number,
      agentName: 'desk',
      scheduleTime: time,
      callOnDate: date,
      noOfRetries: retries,
      retryAfterHours: after,
      startWorkingHour: start,
      endWorkingHour: end,
      timezone,
    }),
  },
  {
    kind: 'workflow call',
    path: '/api/workflow/call/wf',
    body: (request, timing) => ({
      ...shared(request, timing),
      call_on_date: request.date,
      retry_after_in_hrs: request.after,
    }),
  },
  {
    kind: 'node trigger',
    path: '/workflow/trigger',
    body: (request, timing) => ({ ...shared(request, timing), workflow_id: 'wf', retries_after_in_hrs: request.after }),
  },
]

/** The date of a call: that of its own time, a nearby one, the one that Apia skipped, or one long past. */
function planDate(draw: Draw, { at, wanted, hours }: Timing): string | null {
  if (draw.chance(0.5)) return null
  if (draw.chance(0.1)) return draw.one(['2011-12-30', '2010-01-01'])
  const day = dayAt(hours.zone, Math.max(at, wanted ?? at)) + (draw.chance(0.5) ? 0 : draw.within(-1, 3))
  return new Date(day * 86_400_000).toISOString().slice(0, 10)
}

/** The only form of a date-time that calls accept, with or without a fraction (WIN-08). */
function spell(draw: Draw, instant: number | null): string | undefined {
  if (instant === null) return undefined
  const text = new Date(instant).toISOString()
  return instant % 1_000 === 0 && draw.chance(0.7) ? text.replace('.000', '') : text
}
