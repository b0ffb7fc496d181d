/** The names of months and weekdays in English, German, French and Spanish, lower case and without accents. */
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

/** Alternatives for a pattern, the longest first, so that `jun` does not cut `june` short. */
const anyOf = (names: Iterable<string>): string => [...names].sort((one, other) => other.length - one.length).join('|')

export const monthWord: string = anyOf(months.keys())
export const weekdayWord: string = anyOf(weekdays.keys())
export const shortWeekdayWord: string = anyOf(shorts.keys())
export const ordinalWord: string = anyOf([...ordinalWords.keys()]).replaceAll('-', '[ -]')

/** The month with a name, counted from 1; 0 for an unknown name. */
export const monthOf = (name: string): number => (months.get(name.toLowerCase()) ?? -1) + 1

/** The weekday with a name, counted from 0 for Sunday; -1 for an unknown name. */
export const weekdayOf = (name: string): number =>
  weekdays.get(name.toLowerCase()) ?? shorts.get(name.toLowerCase()) ?? -1

/** The number that `third` or `twenty-first` means; undefined for any other word. */
export const ordinalOf = (word: string): number | undefined => ordinalWords.get(word.toLowerCase().replace(' ', '-'))

/** A day of the calendar; unknown parts are left out. */
export interface Day {
  year?: number
  month?: number
  day?: number
}

const dayMs = 86_400_000

export function dayOf(ms: number): Required<Day> {
  const date = new Date(ms)
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() }
}

/** When a day begins, in UTC; null for a day that its month does not have. */
export function beginOf({ year, month, day }: Required<Day>): number | null {
  const ms = Date.UTC(year, month - 1, day)
  const back = dayOf(ms)
  return back.month === month && back.day === day ? ms : null
}

/** Whether the month has such a day in any year. */
export function isDayOfMonth(month: number, day: number): boolean {
  return month >= 1 && month <= 12 && day >= 1 && beginOf({ year: 2024, month, day }) !== null
}

/** The weekday of a day, counted from 0 for Sunday; null for an invalid day. */
export function weekdayOn(day: Required<Day>): number | null {
  const ms = beginOf(day)
  return ms === null ? null : new Date(ms).getUTCDay()
}

export function shiftDay(now: number, days: number): Required<Day> {
  return dayOf(now + days * dayMs)
}

export function distance(day: Required<Day>, now: number): number {
  return Math.abs((beginOf(day) ?? Number.POSITIVE_INFINITY) - now) / dayMs
}
