/** The names of months and weekdays in English, German, French and Spanish, without accents and in small letters. */
const monthNames = [
  'january jan januar janner janvier janv enero ene',
  'february feb februar fevrier fevr fev febrero',
  'march mar marz mrz mars marzo',
  'april apr avril avr abril abr',
  'may mai mayo',
  'june jun juni juin junio',
  'july jul juli juillet juil julio',
  'august aug aout agosto ago',
  'september sept sep septembre septiembre setiembre',
  'october oct oktober okt octobre octubre',
  'november nov novembre noviembre',
  'december dec dezember dez decembre diciembre dic',
]
const weekdayNames = [
  'sunday sonntag dimanche domingo',
  'monday montag lundi lunes',
  'tuesday dienstag mardi martes',
  'wednesday mittwoch mercredi miercoles',
  'thursday donnerstag jeudi jueves',
  'friday freitag vendredi viernes',
  'saturday samstag sonnabend samedi sabado',
]
const shortWeekdays = ['sun', 'mon', 'tue tues', 'wed', 'thu thur thurs', 'fri', 'sat']
const ordinals =
  'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth'.split(
    ' ',
  )
const lateOrdinals =
  'twenty-first twenty-second twenty-third twenty-fourth twenty-fifth twenty-sixth twenty-seventh twenty-eighth twenty-ninth thirtieth thirty-first'.split(
    ' ',
  )

function indexed(rows: readonly string[]): Map<string, number> {
  return new Map(rows.flatMap((row, index) => row.split(' ').map((name): [string, number] => [name, index])))
}

const months = indexed(monthNames)
const weekdays = indexed(weekdayNames)
const shorts = indexed(shortWeekdays)
const ordinalWords = new Map([...ordinals, ...lateOrdinals].map((word, index) => [word, index + 1]))

/** Alternatives for a pattern, the longest first, so that `jun` does not end `june`. */
const anyOf = (names: Iterable<string>): string => [...names].sort((one, other) => other.length - one.length).join('|')

/** What a month, a weekday, a short weekday and the word of a day of the month look like. */
export const monthWord: string = anyOf(months.keys())
export const weekdayWord: string = anyOf(weekdays.keys())
export const shortWeekdayWord: string = anyOf(shorts.keys())
export const ordinalWord: string = anyOf([...ordinalWords.keys()]).replaceAll('-', '[ -]')

/** The month that a name is of, counted from 1. */
export const monthOf = (name: string): number => (months.get(name.toLowerCase()) ?? -1) + 1

/** The weekday that a name is of, counted from 0 for Sunday. */
export const weekdayOf = (name: string): number =>
  weekdays.get(name.toLowerCase()) ?? shorts.get(name.toLowerCase()) ?? -1

/** The number that `third` or `twenty-first` is; undefined for any other word. */
export const ordinalOf = (word: string): number | undefined => ordinalWords.get(word.toLowerCase().replace(' ', '-'))

/** A day of the calendar; what is not known of it is left out. */
export interface Day {
  year?: number
  month?: number
  day?: number
}

const dayMs = 86_400_000

/** The day of a moment, in UTC. */
export function dayOf(ms: number): Required<Day> {
  const date = new Date(ms)
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() }
}

/** The moment at which a day begins, in UTC; null for a day that no month has. */
export function beginOf({ year, month, day }: Required<Day>): number | null {
  const ms = Date.UTC(year, month - 1, day)
  const back = dayOf(ms)
  return back.month === month && back.day === day ? ms : null
}

/** Whether a month has such a day in some year. */
export function isDayOfMonth(month: number, day: number): boolean {
  return month >= 1 && month <= 12 && day >= 1 && beginOf({ year: 2024, month, day }) !== null
}

/** The weekday of a day, counted from 0 for Sunday; null where there is no such day. */
export function weekdayOn(day: Required<Day>): number | null {
  const ms = beginOf(day)
  return ms === null ? null : new Date(ms).getUTCDay()
}

/** The day so many days away. */
export function shiftDay(now: number, days: number): Required<Day> {
  return dayOf(now + days * dayMs)
}

/** How many days a day is from a moment. */
export function distance(day: Required<Day>, now: number): number {
  return Math.abs((beginOf(day) ?? Number.POSITIVE_INFINITY) - now) / dayMs
}
