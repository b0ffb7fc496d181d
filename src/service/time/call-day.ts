import { addDays, instantOf, localTimeOf } from './local-time.ts'
import { nextOpening, type WorkingHours } from './working-hours.ts'

/** When a call is due, and when it expires; both in milliseconds since the epoch. */
export interface CallTimes {
  /** Null when it can never be placed. */
  due: number | null
  expires: number | null
}

/** The facts that decide when a call is due. */
export interface CallPlan {
  /** The requested instant; null means now, or the day of `onDate`. */
  wanted: number | null
  onDate: string | null
  hours: WorkingHours
  now: number
}

/**
 * Determines when a call is due. With a date it waits for that day in the call's zone (EXP-02, EXP-03), and expires
 * when the day is over (EXP-01), even if the working hours (EXP-06) or a schedule for another day (EXP-04) would take
 * it beyond.
 */
export function planCall({ wanted, onDate, hours, now }: CallPlan): CallTimes {
  const asked = Math.max(wanted ?? now, now)
  if (onDate === null) return { due: nextOpening(asked, hours), expires: null }
  const expires = instantOf(addDays(onDate, 1), '00:00', hours.timezone, 0)
  const { date } = localTimeOf(asked, hours.timezone)
  const waits = wanted === null && date < onDate
  const due = nextOpening(waits ? instantOf(onDate, '00:00', hours.timezone, asked) : asked, hours)
  return { due: localTimeOf(due, hours.timezone).date === onDate && (waits || date === onDate) ? due : null, expires }
}
