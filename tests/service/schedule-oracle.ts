/*
 * A second implementation of when a message leaves and a call is placed: written from the rules alone (SCH,
 * WIN, EXP, RET), with Intl.DateTimeFormat for local time, stepping forward until the hours are open. Slow,
 * plain, and without any code of the service. Instants are milliseconds since the epoch; a day is the number
 * of a calendar date, counted from 1970-01-01.
 */

/** Working hours as seconds of the day; null where none are given. */
export interface Hours {
  start: number | null
  end: number | null
  zone: string
}

const minute = 60_000
const quarter = 15 * minute
const day = 86_400_000

/** In these tests, zone offsets are multiples of a quarter of an hour, and change on one. */
const offsets = new Map<string, number>()
const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(zone: string): Intl.DateTimeFormat {
  const formatter = formats.get(zone)
  if (formatter !== undefined) return formatter
  const numeric = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric' } as const
  const format = new Intl.DateTimeFormat('en-US', { timeZone: zone, hourCycle: 'h23', ...numeric })
  formats.set(zone, format)
  return format
}

function offsetAt(zone: string, instant: number): number {
  const slot = Math.floor(instant / quarter)
  const key = `${zone} ${slot}`
  const minutes = offsets.get(key)
  if (minutes !== undefined) return minutes
  const part: Partial<Record<Intl.DateTimeFormatPartTypes, number>> = {}
  for (const { type, value } of formatOf(zone).formatToParts(slot * quarter)) part[type] = Number(value)
  const wall = Date.UTC(part.year ?? 0, (part.month ?? 0) - 1, part.day, part.hour, part.minute)
  const offset = wall - slot * quarter
  offsets.set(key, offset)
  return offset
}

/** The calendar date at an instant, as a day. */
export function dayAt(zone: string, instant: number): number {
  return Math.floor((instant + offsetAt(zone, instant)) / day)
}

/** Local time in whole seconds of the day (SCH-08). */
export function wallAt(zone: string, instant: number): number {
  const wall = instant + offsetAt(zone, instant)
  return Math.floor((wall - Math.floor(wall / day) * day) / 1_000)
}

/** A calendar date, as a day. */
export const dayOf = (date: string): number => Date.parse(`${date}T00:00:00Z`) / day

/**
 * Whether the hours are open, both ends included. Local time decides: an hour that comes twice counts twice,
 * and a day whose hours all fall into a gap has none. So nothing ever leaves at an hour that a customer would
 * consider outside.
 */
function isOpen({ start, end, zone }: Hours, instant: number): boolean {
  const wall = wallAt(zone, instant)
  const started = start === null || wall >= start
  const before = end === null || wall <= end
  return start !== null && end !== null && start > end ? started || before : started && before // SCH-12: a night
}

/**
 * When something due at an instant leaves: then, if the hours are open; otherwise when they next start, on
 * the same date if it was too early, on the next if it was too late (SCH-04 to SCH-15, WIN-01 to WIN-05).
 */
export function opening(hours: Hours, due: number): number {
  if (isOpen(hours, due)) return due
  const { zone } = hours
  const start = hours.start ?? 0 // SCH-06
  const today = dayAt(zone, due)
  const early = wallAt(zone, due) < start
  for (let at = Math.ceil(due / minute) * minute; ; at += minute)
    if (isOpen(hours, at) && wallAt(zone, at) >= start && (early || dayAt(zone, at) > today)) return at
}

/** The first instant of a date, or of the next date that exists (Apia had no 2011-12-30). */
function beginOf(zone: string, date: number): number {
  for (let at = date * day - 16 * 60 * minute; ; at += quarter) if (dayAt(zone, at) >= date) return at
}

/** What happens to a queued call: when it is placed, or when it expires without ever ringing. */
export type Queued = { placed: number } | { placed: null; expires: number }

/**
 * What happens to a call that is queued now (WIN-06, WIN-07, EXP-01 to EXP-06). `wanted` is null for a call
 * without its own time; a past time counts as now.
 */
export function queue(hours: Hours, onDate: number | null, wantedTime: number | null, now: number): Queued {
  const { zone } = hours
  const moment = Math.max(now, wantedTime ?? now)
  if (onDate === null) return { placed: opening(hours, moment) }
  const waits = wantedTime === null && dayAt(zone, now) < onDate // EXP-03
  const expired = { placed: null, expires: Math.max(now, beginOf(zone, onDate + 1)) }
  if (!waits && dayAt(zone, moment) !== onDate) return expired // EXP-04, EXP-05
  const placed = waits ? firstOpen(hours, onDate) : opening(hours, moment)
  return dayAt(zone, placed) === onDate ? { placed } : expired // EXP-06
}

/** The first minute of a date inside the hours (EXP-03), or of a later date if there is none. */
function firstOpen(hours: Hours, date: number): number {
  for (let at = beginOf(hours.zone, date); ; at += minute)
    if (isOpen(hours, at) || dayAt(hours.zone, at) > date) return at
}
