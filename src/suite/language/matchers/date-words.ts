import type { Temporal } from 'temporal-polyfill'
import { lazyLibrary } from '../../../base/memoize.ts'
import { didYouMean } from '../../../base/text/suggest.ts'
import { clockUnits } from './duration.ts'

/** A day or an instant reckoned from the present: `today + 3 d`, `next monday in Europe/Berlin | dd.MM.yyyy`. */
export interface DateWords {
  /** Whether it names a day, and not an instant. */
  isDay: boolean
  /** Negative for the last such weekday; Monday is 1. */
  weekday: number | null
  steps: readonly { amount: number; unit: string }[]
  zone: string
  /** Null for the ISO form. */
  format: string | null
}

export interface OddDate {
  reason: string
  hint: string
}

const library = lazyLibrary<typeof import('temporal-polyfill')>('temporal-polyfill')

const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
const days: Readonly<Record<string, number>> = { today: 0, tomorrow: 1, yesterday: -1 }

/** The dates that need no more than a name. */
export const plainDates: readonly string[] = [
  'now',
  ...Object.keys(days),
  ...weekdays.flatMap((day) => [`next ${day}`, `last ${day}`]),
]

/** The source of a pattern for the words that such dates begin with. */
export const dateStart: string = `(?:now|today|tomorrow|yesterday|(?:next|last)\\s+(?:${weekdays.join('|')}))`
const whole = new RegExp(
  `^(${dateStart})((?:\\s*[+-]\\s*\\d+(?:\\.\\d+)?\\s*[a-z]+)*)(?:\\s+in\\s+([^\\s|]+))?((?:\\s*\\|[^|]*)*)$`,
  'i',
)
const beginning = new RegExp(`^${dateStart}(?=\\s*(?:$|[-+|\\d])|\\s+\\S)`, 'i')

const calendarUnits: Readonly<Record<string, 'days' | 'weeks' | 'months' | 'years'>> = {
  ...{ d: 'days', day: 'days', days: 'days', w: 'weeks', week: 'weeks', weeks: 'weeks' },
  ...{ month: 'months', months: 'months', y: 'years', year: 'years', years: 'years' },
}
const timeUnits: Readonly<Record<string, number | undefined>> = {
  ...{ ms: clockUnits.ms, s: clockUnits.s, min: clockUnits.min, h: clockUnits.h },
  ...{ second: clockUnits.s, seconds: clockUnits.s, minute: clockUnits.min, minutes: clockUnits.min },
  ...{ hour: clockUnits.h, hours: clockUnits.h },
}
const units = [...Object.keys(calendarUnits), ...Object.keys(timeUnits)]
const longestDays: Readonly<Record<string, number>> = { days: 1, weeks: 7, months: 31, years: 366 }

/** Reads such a date; null for a text that begins with no word for dates. */
export function readDateWords(rawText: string): DateWords | OddDate | null {
  const text = rawText.trim()
  if (!beginning.test(text)) return null
  const [, start = '', offsets = '', zoneName = 'UTC', pipes = ''] = whole.exec(text) ?? []
  const hint = 'write it as today, now, next monday, today + 3 d, now - 2 h, today in Europe/Berlin, today | dd.MM.yyyy'
  if (start === '') return { reason: `"${text}" is no date that can be reckoned`, hint }
  const [first = '', day = ''] = start.toLowerCase().split(/\s+/)
  const ahead = first === 'last' ? -1 : 1
  const steps = [...offsets.matchAll(/([+-])\s*(\d+(?:\.\d+)?)\s*([a-z]+)/gi)].map(([, sign, amount, unit = '']) => ({
    amount: Number(amount) * (sign === '-' ? -1 : 1),
    unit: unit.toLowerCase() === unit ? unit : `${unit}?`,
  }))
  let [zone, format]: [string, string | null] = [zoneName, null]
  for (const part of pipes
    .split('|')
    .slice(1)
    .map((each) => each.trim()))
    if (isZone(part)) zone = part
    else format = format === null ? part : `${format}|${part}`
  const odd = oddStep(steps) ?? (isZone(zone) ? null : noZone(zone)) ?? (format === null ? null : oddFormat(format))
  if (odd !== null) return odd
  const shift = days[first] ?? 0
  return {
    isDay: first !== 'now',
    weekday: day === '' ? null : (weekdays.indexOf(day) + 1) * ahead,
    steps: shift === 0 ? steps : [{ amount: shift, unit: 'd' }, ...steps],
    zone,
    format,
  }
}

function oddStep(steps: DateWords['steps']): OddDate | null {
  let far = 0
  for (const { amount, unit } of steps) {
    const calendar = Object.hasOwn(calendarUnits, unit) ? calendarUnits[unit] : undefined
    const ms = Object.hasOwn(timeUnits, unit) ? timeUnits[unit] : undefined
    if (calendar === undefined && ms === undefined) {
      const hint = didYouMean(unit, units) ?? 'the units are ms, s, min, h, d, weeks, months and years'
      return { reason: `"${unit.replace('?', '')}" is no unit of time`, hint }
    }
    if (calendar !== undefined && !Number.isInteger(amount))
      return { reason: `${amount} ${unit} are no whole ${calendar}`, hint: 'write a whole number, or hours' }
    far += Math.abs(amount) * (calendar === undefined ? (ms ?? 1) / 86_400_000 : (longestDays[calendar] ?? 1))
  }
  if (far <= 365_000) return null
  return { reason: 'this is more than a thousand years away', hint: 'reckon it from now by less: now + 36 h' }
}

function isZone(name: string): boolean {
  if (!/^(?:UTC|GMT|[A-Za-z_]+\/[\w/+-]+)$/.test(name)) return false
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) !== undefined
  } catch {
    return false
  }
}

function noZone(name: string): OddDate {
  return { reason: `"${name}" is no time zone`, hint: 'write UTC, or a name such as Europe/Berlin or America/New_York' }
}

const two = (value: number): string => String(value).padStart(2, '0')
const hourOf12 = ({ hour }: Temporal.ZonedDateTime): number => (hour % 12 === 0 ? 12 : hour % 12)
const formatPart = (at: Temporal.ZonedDateTime, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat('en', { ...options, timeZone: 'UTC' }).format(Date.UTC(at.year, at.month - 1, at.day))

/** The fields of formats, by the letters that Unicode (UTS 35) gives them. */
const fields: Readonly<Record<string, (at: Temporal.ZonedDateTime) => string>> = {
  yyyy: ({ year }) => String(year).padStart(4, '0'),
  yy: ({ year }) => two(year % 100),
  MMMM: (at) => formatPart(at, { month: 'long' }),
  MMM: (at) => formatPart(at, { month: 'short' }),
  MM: ({ month }) => two(month),
  M: ({ month }) => String(month),
  dd: ({ day }) => two(day),
  d: ({ day }) => String(day),
  EEEE: (at) => formatPart(at, { weekday: 'long' }),
  EEE: (at) => formatPart(at, { weekday: 'short' }),
  HH: ({ hour }) => two(hour),
  H: ({ hour }) => String(hour),
  hh: (at) => two(hourOf12(at)),
  h: (at) => String(hourOf12(at)),
  mm: ({ minute }) => two(minute),
  m: ({ minute }) => String(minute),
  ss: ({ second }) => two(second),
  s: ({ second }) => String(second),
  SSS: ({ millisecond }) => String(millisecond).padStart(3, '0'),
  a: ({ hour }) => (hour < 12 ? 'AM' : 'PM'),
  XXX: ({ offset, timeZoneId }) => (timeZoneId === 'UTC' ? 'Z' : offset),
  T: () => 'T',
}
const piece = /'((?:[^']|'')*)'|([A-Za-z])\2*/g

function oddFormat(format: string): OddDate | null {
  if (format === '') return { reason: 'nothing says the format', hint: 'write it behind the |: today | dd.MM.yyyy' }
  if (/^[A-Z][A-Za-z]+\/[A-Z]/.test(format)) return noZone(format)
  const odd = [...format.matchAll(piece)]
    .map(([match]) => match)
    .find((each) => !each.startsWith("'") && !Object.hasOwn(fields, each))
  if (odd === undefined) return null
  const mend = ({ Y: 'yyyy', D: 'd', Z: 'XXX', n: 'm', E: 'EEE' } as Record<string, string>)[odd.charAt(0)]
  const hint =
    mend === undefined
      ? `the fields are ${Object.keys(fields).join(', ')}; put words between single quotes`
      : `write ${mend.length === 1 ? mend.repeat(Math.min(2, odd.length)) : mend}`
  return { reason: `a format has no field "${odd}"`, hint }
}

/** The instant that such a date means, in milliseconds: for a day, its first moment in its zone. */
export function instantIn(date: DateWords, now: number): number {
  return momentOf(date, now).epochMilliseconds
}

/** Such a date as text: in its format, else as `2026-03-01`, or `2026-03-01T09:00:00Z` for an instant. */
export function formatDateWords(date: DateWords, now: number, format: string | null = date.format): string {
  const at = momentOf(date, now)
  const dateFormat = format ?? (date.isDay ? 'yyyy-MM-dd' : 'yyyy-MM-ddTHH:mm:ssXXX')
  return dateFormat.replace(piece, (match, quoted: string | undefined) =>
    quoted === undefined ? (fields[match]?.(at) ?? match) : quoted === '' ? "'" : quoted.replaceAll("''", "'"),
  )
}

/** A weekday is the next one after today, or the last one before it: on a Monday, `next monday` is a week away. */
function momentOf({ isDay, weekday, steps, zone }: DateWords, now: number): Temporal.ZonedDateTime {
  let at = library().Temporal.Instant.fromEpochMilliseconds(Math.floor(now)).toZonedDateTimeISO(zone)
  if (isDay) at = at.startOfDay()
  if (weekday !== null)
    at =
      weekday > 0
        ? at.add({ days: ((weekday - at.dayOfWeek + 6) % 7) + 1 })
        : at.subtract({ days: ((at.dayOfWeek + weekday + 6) % 7) + 1 })
  for (const { amount, unit } of steps) {
    const calendar = calendarUnits[unit]
    at =
      calendar === undefined
        ? at.add({ milliseconds: Math.round(amount * (timeUnits[unit] ?? 1)) })
        : at.add({ [calendar]: amount })
  }
  return at
}
