import {
  beginOf,
  type Day,
  dayOf,
  distance,
  isDayOfMonth,
  monthOf,
  monthWord,
  ordinalOf,
  ordinalWord,
  shiftDay,
  shortWeekdayWord,
  weekdayOf,
  weekdayOn,
  weekdayWord,
} from './calendar.ts'
import { extractMatches, type FactPage, type FactReading } from './fact.ts'

/** A day without its month or year is only resolved within this many days. */
const nearDays = 45

const apart = '(?<![\\p{L}\\p{N}_])'
const behind = '(?![\\p{L}\\p{N}_])'
const day = `(\\d{1,2})(?:st|nd|rd|th|er|\\.|[ºª])?|(${ordinalWord})`
const year = '(?:[\\s,-]{1,3}(?:of |de |del |im Jahr |in )?((?:19|20)\\d\\d)(?!\\d))?(?!\\d)'
const until =
  '(?:\\s{0,9}(?:-|–|—|to|through|until|bis|al|au|a)\\s{0,9}(?:the\\s{1,9})?(\\d{1,2})(?:st|nd|rd|th|\\.)?(?![\\p{L}\\p{N}:]|[.,]\\d|\\s{0,9}[ap]\\.?m))?'

/** May be followed by a time of day, which is left for the pattern of times. */
const iso = /(?<![\p{L}\p{N}])((?:19|20)\d\d)([-/.])(\d{1,2})\2(\d{1,2})(?![\d])T?/gu
const monthFirst = new RegExp(
  `${apart}(${monthWord})\\.?\\s{1,9}(?:the\\s{1,9})?(?:${day})${behind}(?![:.,]\\d\\d(?!\\d)|\\s?[ap]\\.?m(?!\\p{L}))${until}${year}`,
  'giu',
)
const dayFirst = new RegExp(
  `${apart}(?:(\\d{1,2})(?:st|nd|rd|th|\\.)?\\s{0,9}(?:-|–|to|bis|al|au|und|and|y|et)\\s{0,9})?(?:${day})(\\s{1,9}of(?:\\s{1,9}the)?|\\s{1,9}de|\\s{1,9}du)?(?:\\s{1,9}|-)(${monthWord})${behind}(?:\\.(?=[\\s,]{1,2}(?:19|20)\\d\\d))?${year}`,
  'giu',
)
const monthAndYear = new RegExp(
  `${apart}(${monthWord})\\.?,?\\s{1,9}(?:of |de |del )?((?:19|20)\\d\\d)${behind}`,
  'giu',
)
/** With spaces (`15. 3. 2026`) only where the year has four digits: `1. 2. 20 items` is no date. */
const numeric =
  /(?<![\p{L}\p{N}]|\d[./-])(\d{1,2})([./-])(?:(?<=\.)\s(?=\d{1,2}\.\s?(?:19|20)\d\d))?(\d{1,2})\2(?:(?<=\.)\s(?=(?:19|20)\d\d))?(\d{4}|\d\d)(?![\p{L}\p{N}]|[/-]\d)/gu
const short = /(?<![\p{L}\p{N}]|\d[./-])(\d{1,2})\/(\d{1,2})(?![\p{L}\p{N}]|[./-]\d)/gu
/** `am 3.5.` and `am 3. 5.`, the German forms. */
const dotted = /(?<=(?:am|vom|bis|zum|den|dem|ab|der)\s{1,9})(\d{1,2})\.\s?(\d{1,2})\.(?!\d)/giu
const weekday = new RegExp(
  `${apart}(?:(${weekdayWord})s?${behind}|(${shortWeekdayWord})${behind}(?=[.,]{0,2}\\s{1,9}(?:\\d|\\p{Lu}\\p{Ll}{2})))`,
  'giu',
)
const justDay = new RegExp(
  `(?<=${apart}(?:on|by|until|till|from|to|of|for|through|starting|before|after|is|le|el)\\s{1,9}the\\s{1,9}|^the\\s{1,9})(?:(\\d{1,2})(?:st|nd|rd|th)|(${ordinalWord})(?=\\s{0,9}(?:[.,;!?)]|$)))${behind}(?!\\s{1,9}(?:floor|time|item|option|one|flight|passenger|order|page|result|class|row|night|half)(?!\\p{L}))`,
  'giu',
)

/** Reads dates in digits and words, weekdays, and days relative to today. `now` in milliseconds; null where unknown. */
export function extractDates(page: FactPage, now: number | null): void {
  extractMatches(page, iso, ([, y, , m, d]) => dated({ year: Number(y), month: Number(m), day: Number(d) }, now))
  extractMatches(page, monthFirst, ([, name = '', number, word, last, y]) => {
    // as in "two days ago 3 of them"
    if (/^ago$/i.test(name)) return null
    return several(monthOf(name), [number ?? word, last], y, now)
  })
  extractMatches(page, dayFirst, ([, first, number, word, link, name = '', y]) => {
    // "you may", "they march" and "days ago" also follow numbers.
    if (/^(?:may|march|mar|ago)$/.test(name) && link === undefined && y === undefined && word === undefined) return null
    return several(monthOf(name), [first, number ?? word], y, now)
  })
  extractMatches(page, monthAndYear, ([, name = '', y]) => {
    if (/^ago$/i.test(name)) return null
    const forms = [`ym:${y}-${monthOf(name)}`]
    return { kind: 'date', forms, gives: [...forms, `v:${y}`] }
  })
  extractMatches(page, numeric, ([, one, mark, other, y = '']) => {
    const full = Number(y) + (y.length === 4 ? 0 : Number(y) < 70 ? 2_000 : 1_900)
    const days = [{ year: full, month: Number(other), day: Number(one) }]
    if (mark !== '.') days.unshift({ year: full, month: Number(one), day: Number(other) })
    return oneOf(days, now)
  })
  extractMatches(page, dotted, ([, d, m]) => dated({ month: Number(m), day: Number(d) }, now))
  extractMatches(page, short, ([match, one, other]) => {
    if (match === '24/7') return null
    return oneOf(
      [
        { month: Number(one), day: Number(other) },
        { month: Number(other), day: Number(one) },
      ],
      now,
    )
  })
  // Naming today's own weekday needs no source.
  extractMatches(page, ofToday, ([, name, other = '']) => {
    const own = weekdayOf(name ?? other)
    return now !== null && own === weekdayOn(dayOf(now)) ? { ...onWeekday(own, now), forms: [] } : null
  })
  takeToday(page, now)
  extractMatches(page, weekday, ([, long, brief]) => onWeekday(weekdayOf(long ?? brief ?? ''), now))
  extractMatches(page, justDay, ([, number, word = '']) => {
    const own = number === undefined ? ordinalOf(word) : Number(number)
    return own === undefined ? null : dated({ day: own }, now)
  })
}

/** The first and last day of a range within one month, or the one day that is named. */
function several(
  month: number,
  days: readonly (string | undefined)[],
  yearText: string | undefined,
  now: number | null,
): FactReading[] | null {
  const yearPart = yearText === undefined ? {} : { year: Number(yearText) }
  const readings = days.flatMap((each) => {
    if (each === undefined) return []
    const own = /^\d/.test(each) ? Number(each) : ordinalOf(each)
    return [own === undefined ? null : dated({ ...yearPart, month, day: own }, now)]
  })
  return readings.every((each) => each !== null) ? readings : null
}

/** An ambiguous date gives both readings, and either one as a source supports it. */
function oneOf(days: readonly Day[], now: number | null): FactReading | null {
  const readings = days.flatMap((each) => dated(each, now) ?? [])
  if (readings.length === 0) return null
  return {
    kind: 'date',
    forms: [...new Set(readings.flatMap(({ forms }) => forms))],
    gives: [...new Set(readings.flatMap(({ gives = [] }) => gives))],
  }
}

/** A date without a year is supported by one in any year, and the reverse. Null for a day that no month has. */
function dated(date: Day, now: number | null): FactReading | null {
  const { year, month, day: own } = date
  if (own === undefined || own < 1 || own > 31) return null
  const onlyDay = `only-d:${own}`
  if (month === undefined) {
    const dates = now === null ? [] : nearest(now, ({ day: each }) => each === own).flatMap(wholly)
    return {
      kind: 'date',
      forms: [`d:${own}`, `n:${own}`, `v:${own}`],
      gives: [`d:${own}`, `n:${own}`, onlyDay, ...dates],
    }
  }
  if (!isDayOfMonth(month, own)) return null
  if (year === undefined) {
    const [near] = now === null ? [] : nearest(now, (each) => each.month === month && each.day === own, 370)
    const isNear = near === undefined || distance(near, now ?? 0) <= nearDays
    return {
      kind: 'date',
      forms: [`md:${month}-${own}`, ...(isNear ? [onlyDay] : [])],
      gives: [
        `md:${month}-${own}`,
        `only-md:${month}-${own}`,
        `d:${own}`,
        ...(near === undefined ? [] : [weekdayForm(near)]),
      ],
    }
  }
  const whole = { year, month, day: own }
  if (beginOf(whole) === null) return null
  const isNear = now === null || distance(whole, now) <= nearDays
  const isNearYear = now === null || Math.abs(dayOf(now).year - year) <= 1
  return {
    kind: 'date',
    forms: [
      `ymd:${year}-${month}-${own}`,
      ...(isNearYear ? [`only-md:${month}-${own}`] : []),
      ...(isNear ? [onlyDay] : []),
    ],
    gives: wholly(whole),
  }
}

function wholly(whole: Required<Day>): string[] {
  const { year, month, day: own } = whole
  return [
    `ymd:${year}-${month}-${own}`,
    `md:${month}-${own}`,
    `d:${own}`,
    `ym:${year}-${month}`,
    `v:${year}`,
    weekdayForm(whole),
  ]
}

const weekdayForm = (whole: Required<Day>): string => `w:${weekdayOn(whole)}`

/** The days around a moment that satisfy `fits`, the nearest first, at most three and at most `most` days away. */
function nearest(now: number, fits: (day: Required<Day>) => boolean, most: number = nearDays): Required<Day>[] {
  const matches: Required<Day>[] = []
  for (let days = 0; days <= most && matches.length < 3; days++)
    for (const each of daysAt(days, now)) if (fits(each)) matches.push(each)
  return matches
}

/** Caches the days around the last moment asked for: a long text has thousands of dates but one moment. */
let around: { now: number; days: Required<Day>[][] } = { now: Number.NaN, days: [] }

function daysAt(distance: number, now: number): Required<Day>[] {
  if (around.now !== now) around = { now, days: [] }
  around.days[distance] ??= (distance === 0 ? [0] : [distance, -distance]).map((days) => shiftDay(now, days))
  return around.days[distance]
}

/** The days with this weekday in last, this and next week: `next Tuesday` is ambiguous. */
function onWeekday(own: number, now: number | null): FactReading {
  const forms = [`w:${own}`]
  const near = now === null ? [] : nearest(now, (each) => weekdayOn(each) === own, 14).flatMap(wholly)
  return { kind: 'date', forms, gives: [...forms, ...near] }
}

const todayWord = "(?:today|heute|aujourd['’]hui|hoy)"
/** The weekday stated for today: `today is Monday`, `today, Monday`, `it is Monday today`. */
const ofToday = new RegExp(
  `(?<=${apart}${todayWord}(?:\\s(?:is|ist|es|est)|,\\s(?:it\\sis|it['’]s|c['’]est|es))?[,:]?\\s[(]?)(${weekdayWord})${behind}|${apart}(${weekdayWord})(?=,?\\s${todayWord}${behind})`,
  'giu',
)
const today = /(?<![\p{L}\p{N}])(?:today|tonight|heute|aujourd['’]hui|hoy)(?![\p{L}\p{N}])/giu
const shifts: readonly [days: number, pattern: RegExp][] = [
  [2, /(?<![\p{L}\p{N}])(?:(?:the )?day after tomorrow|ubermorgen|apres-demain|pasado manana)(?![\p{L}\p{N}])/giu],
  [1, /(?<![\p{L}\p{N}])(?:tomorrow|demain)(?![\p{L}\p{N}])/giu],
  // "morgen" and "mañana" also mean the morning
  [
    1,
    /(?<![\p{L}\p{N}]|guten |jeden |am |heute )morgen(?![\p{L}\p{N}])|(?<![\p{L}\p{N}]|la |esta |cada )manana(?![\p{L}\p{N}])/gu,
  ],
  [-2, /(?<![\p{L}\p{N}])(?:(?:the )?day before yesterday|vorgestern|avant-hier|anteayer)(?![\p{L}\p{N}])/giu],
  [-1, /(?<![\p{L}\p{N}])(?:yesterday|gestern|ayer)(?![\p{L}\p{N}])/giu],
]
const away =
  /(?<![\p{L}\p{N}])(?:(?:in|dans|en)\s{1,9}(\d{1,3})\s{1,9}(?:(days?|Tagen?|jours?|dias?)|(weeks?|Wochen?|semaines?|semanas?))|(\d{1,3})\s{1,9}(?:(days?)|(weeks?))\s{1,9}ago|vor\s{1,9}(\d{1,3})\s{1,9}(?:(Tagen?)|(Wochen?)))(?![\p{L}\p{N}])/giu

/** Reads days relative to today. Today itself needs no source. */
function takeToday(page: FactPage, now: number | null): void {
  const shifted = (days: number): FactReading => {
    const own = `in:${days}`
    if (now === null) return { kind: 'date', forms: [own], gives: [own] }
    const whole = shiftDay(now, days)
    const { forms = [] } = dated(whole, now) ?? {}
    return { kind: 'date', forms: [own, ...forms], gives: [own, ...wholly(whole)] }
  }
  extractMatches(page, today, () => ({ ...shifted(0), forms: [] }))
  for (const [days, pattern] of shifts) extractMatches(page, pattern, () => shifted(days))
  extractMatches(page, away, ([, ahead, , weeksAhead, back, , weeksBack, since, , weeksSince]) => {
    const number = Number(ahead ?? back ?? since)
    const isWeeks = (weeksAhead ?? weeksBack ?? weeksSince) !== undefined
    const days = number * (isWeeks ? 7 : 1) * (ahead === undefined ? -1 : 1)
    const { forms, gives = [] } = shifted(days)
    return {
      kind: 'date',
      forms: [...forms, `n:${number}`, `v:${number}`],
      gives: [...gives, `n:${number}`],
      values: [number],
    }
  })
}
