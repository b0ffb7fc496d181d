import { addDays, instantOf, localTimeOf } from './local-time.ts'

/** The hours in which messages and calls may go out, HH:MM in a time zone. Either end may be open. */
export interface WorkingHours {
  start: string | null
  end: string | null
  timezone: string
}

/**
 * The first instant from `due` on in the hours (SCH-04 to SCH-08, WIN-01 to WIN-03), both ends included. A start after
 * the end wraps over midnight (SCH-12); equal ends are one instant (SCH-13).
 */
export function nextOpening(due: number, hours: WorkingHours): number {
  if (hours.start === null && hours.end === null) return due
  let instant = due
  // An hour skipped by the zone can land outside the hours again, for example before the next day's start.
  for (;;) {
    const { date, second } = localTimeOf(instant, hours.timezone)
    const days = daysUntilOpen(second, hours)
    if (days === null) return instant
    const opening = instantOf(addDays(date, days), hours.start ?? '00:00', hours.timezone, instant)
    instant =
      opening > instant ? opening : instantOf(addDays(date, days + 1), hours.start ?? '00:00', hours.timezone, instant)
  }
}

/** Null inside the hours; otherwise 0 if they open later the same day, 1 if the next. */
function daysUntilOpen(second: number, { start, end }: WorkingHours): 0 | 1 | null {
  const from = start === null ? 0 : secondOf(start)
  const to = end === null ? 86_399 : secondOf(end)
  if (start !== null && end !== null && from > to) return second >= from || second <= to ? null : 0
  if (second < from) return 0
  return second > to ? 1 : null
}

function secondOf(hour: string): number {
  const [hours = 0, minutes = 0] = hour.split(':').map(Number)
  return (hours * 60 + minutes) * 60
}

interface CallPlan {
  /** The requested instant; null means now, or the day of `onDate`. */
  wanted: number | null
  onDate: string | null
  hours: WorkingHours
  now: number
}

/**
 * When a call is due: on its date in its zone (EXP-02, EXP-03), expiring with that day (EXP-01) whatever would delay it
 * (EXP-04, EXP-06). `due` is null for never; both are in epoch milliseconds.
 */
export function planCall({ wanted, onDate, hours, now }: CallPlan): { due: number | null; expires: number | null } {
  const start = Math.max(wanted ?? now, now)
  if (onDate === null) return { due: nextOpening(start, hours), expires: null }
  const expires = instantOf(addDays(onDate, 1), '00:00', hours.timezone, 0)
  const { date } = localTimeOf(start, hours.timezone)
  const waits = wanted === null && date < onDate
  const due = nextOpening(waits ? instantOf(onDate, '00:00', hours.timezone, start) : start, hours)
  return { due: localTimeOf(due, hours.timezone).date === onDate && (waits || date === onDate) ? due : null, expires }
}
