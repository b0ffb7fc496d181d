import type { Fact } from '../../../engine/transcript/facts/fact.ts'
import type { TypedTurn } from '../typed/about.ts'
import { rewriteFacts } from './notation.ts'
import { notation, type VariantOperator } from './operator.ts'

/** Languages whose names of months are read wherever facts are. */
const monthsIn: readonly (string | null)[] = ['de', 'fr', 'es']

const two = (number: number): string => String(number).padStart(2, '0')

/** A day as written elsewhere; where day and month could be swapped, with the month's name or not at all. */
function otherPlacesOfDay({ facts }: TypedTurn, fact: Fact, language: string | null): string[] {
  const days = fact.forms.flatMap((form) => {
    const [match, year, month, day] = /^(?:ymd:(\d+)-|md:)(\d+)-(\d+)$/.exec(form) ?? []
    return match === undefined
      ? []
      : [{ year: year === undefined ? null : Number(year), month: Number(month), day: Number(day) }]
  })
  const [only] = days
  // Both ends of a range stand at the same place.
  if (only === undefined || days.length > 1 || facts.filter(({ at }) => at === fact.at).length > 1) return []
  const { year, month, day } = only
  // Without a year, `05/05` and `3/15` may also be a month and a year, as on a card: neither read nor written.
  if (year === null && /^(?:0?[1-9]|1[0-2])\//.test(fact.text)) return []
  const isPlain = day > 12 || (day === month && year !== null)
  const numbers = (parts: readonly (string | number)[], mark: string): string =>
    [...parts, ...(year === null ? [] : [year])].join(mark)
  const dateFormat = new Intl.DateTimeFormat(language ?? 'en', {
    ...{ day: 'numeric', month: 'long', timeZone: 'UTC' },
    ...(year === null ? {} : { year: 'numeric' }),
  })
  return [
    ...(isPlain && year !== null ? [numbers([two(day), two(month)], '.')] : []),
    ...(isPlain ? [numbers([two(day), two(month)], '/')] : []),
    ...(isPlain && year !== null && language === 'en' ? [numbers([month, day], '/')] : []),
    // Where the year comes first, nobody puts the day second.
    ...(year === null ? [] : [[year, two(month), two(day)].join('/')]),
    ...(monthsIn.includes(language) ? [dateFormat.format(Date.UTC(year ?? 2024, month - 1, day))] : []),
  ].filter((each) => each !== fact.text)
}

/** What stands beside the digits of an amount; `pounds` may be a weight. */
const currency = /^(?:[$€£]|USD|EUR|GBP|CHF|dollars?|euros?|Franken|francs?)$/iu

/** An amount with the marks of other places, its sign in front only of a point; never `1.250`, which has two readings. */
function otherPlacesOfAmount(turn: TypedTurn, { at, text, values }: Fact): string[] {
  const [digits = ''] = /\d(?:[\d.,'’\u00a0\u202f ]*\d)?/.exec(text) ?? []
  const [value = Number.NaN] = values
  const [beside, [, cents] = []] = [text.replace(digits, '').trim(), /[.,](\d\d)$/.exec(digits) ?? []]
  const isRead = cents !== undefined || /^\d+$/.test(digits)
  if (values.length !== 1 || !currency.test(beside) || !isRead) return []
  // Behind a number, `1 250,50` would be read on from it.
  const gaps = /\d\s*$/.test(turn.text.slice(0, at)) ? [] : [' ']
  const grouped = (mark: string): string => String(Math.floor(value)).replace(/\B(?=(?:\d{3})+$)/g, mark)
  const behind = (number: string): string =>
    /^[$€£]$/.test(beside) ? `${number} ${beside}` : text.replace(digits, number)
  const inFront = (number: string): string =>
    /^[$€£]$/.test(beside) ? `${beside}${number}` : text.replace(digits, number)
  const forms =
    cents === undefined
      ? gaps.map((gap) => behind(grouped(gap)))
      : [
          ...['.', ...gaps].map((mark) => behind(`${grouped(mark)},${cents}`)),
          ...[',', "'"].map((mark) => inFront(`${grouped(mark)}.${cents}`)),
        ]
  return [...new Set(forms)].filter((each) => each !== text)
}

/** Dates and amounts as they are written elsewhere: they stay the same day and the same money. */
export const placeOperators: readonly VariantOperator[] = [
  notation(
    {
      name: 'dates of other places',
      family: 'dates and times',
      does: 'a day is written as in another country',
      variants: 4,
      languages: null,
    },
    (turn, { number }, language) =>
      rewriteFacts(turn, ['date'], (fact) => otherPlacesOfDay(turn, fact, language)[number]),
  ),
  notation(
    {
      name: 'amounts of other places',
      family: 'amounts',
      does: 'an amount has the marks of another country',
      variants: 4,
      languages: null,
    },
    (turn, { number }) => rewriteFacts(turn, ['amount'], (fact) => otherPlacesOfAmount(turn, fact)[number]),
  ),
]
