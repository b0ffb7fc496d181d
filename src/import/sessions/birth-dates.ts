const nameOf = new Intl.DateTimeFormat('en', { month: 'long', timeZone: 'UTC' })
const months = Array.from({ length: 12 }, (_, month) => nameOf.format(Date.UTC(2026, month)).toLowerCase())

/** The spellings of a date: digits in each order, and the month by name. Empty if the value is no date. */
export function spellingsOf(value: string): string[] {
  return [...new Set(readDate(value.trim()).flatMap(spell))]
}

/** Replaces a date, keeping its spelling, by the first of January of a year. */
export function disguiseDate(date: string, year: number): string {
  const worded = date.replace(/\p{L}{3,}/gu, (word) => {
    const month = months.find((each) => each.startsWith(word.toLowerCase()))
    if (month === undefined) return word
    const january = word.length === 3 ? 'jan' : 'january'
    return /^\p{Lu}/u.test(word) ? `J${january.slice(1)}` : january
  })
  return worded.replace(/\d+(st|nd|rd|th)?/g, (run, ending?: string) => {
    if (ending !== undefined) return '1st'
    return run.length === 4 ? String(year) : '1'.padStart(run.length, '0')
  })
}

interface Day {
  day: number
  month: number
  year: number
}

/** Reads a date; `03/04/1971` can be either of two days, and both may be somebody's birthday. */
function readDate(value: string): Day[] {
  const iso = /^(\d{4})[-/. ](\d{1,2})[-/. ](\d{1,2})(?:T[\d:.Z+-]+)?$/.exec(value)
  if (iso !== null) return daysOf(iso[3], iso[2], iso[1])
  const digits = /^(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{4})$/.exec(value)
  if (digits !== null) return [...daysOf(digits[1], digits[2], digits[3]), ...daysOf(digits[2], digits[1], digits[3])]
  const month = months.findIndex((each) => new RegExp(`\\b${each.slice(0, 3)}`, 'i').test(value))
  return daysOf(/\b(\d{1,2})(?:st|nd|rd|th)?\b/.exec(value)?.[1], month + 1, /\b(\d{4})\b/.exec(value)?.[1])
}

function daysOf(day: string | undefined, month: string | number | undefined, year: string | undefined): Day[] {
  return [{ day: Number(day), month: Number(month), year: Number(year) }].filter(isDay)
}

function isDay({ day, month, year }: Day): boolean {
  return day >= 1 && day <= 31 && month >= 1 && month <= 12 && year >= 1880
}

function spell({ day, month, year }: Day): string[] {
  const two = (number: number): string => String(number).padStart(2, '0')
  const pairs = [
    [String(day), String(month)],
    [two(day), two(month)],
  ] as const
  const numbers = ['/', '-', '.', ' '].flatMap((mark) =>
    pairs.flatMap(([d, m]) => [[d, m, year].join(mark), [m, d, year].join(mark), [year, m, d].join(mark)]),
  )
  const name = months[month - 1] ?? ''
  const days = [String(day), two(day), `${day}${ending(day)}`]
  const words = [name, name.slice(0, 3)].flatMap((each) =>
    days.flatMap((d) => [
      `${each} ${d}, ${year}`,
      `${each} ${d} ${year}`,
      `${d} ${each} ${year}`,
      `${d} of ${each} ${year}`,
      `${d} of ${each}, ${year}`,
      `${d} ${each}, ${year}`,
    ]),
  )
  return [...numbers, `${year}${two(month)}${two(day)}`, ...words]
}

function ending(day: number): string {
  return day > 10 && day < 14 ? 'th' : (['th', 'st', 'nd', 'rd'][day % 10] ?? 'th')
}
