import type { Fact } from '../../../engine/transcript/facts/fact.ts'
import type { TypedTurn } from '../typed/about.ts'
import { readPounds } from './money-or-weight.ts'
import { notation, type Replacement, type VariantOperator } from './operator.ts'
import { standsAlone } from './stands-alone.ts'
import { units } from './tables.ts'

/** Edits that rewrite facts of some kinds; null leaves a fact as it is, as do halves of ranges and compounds. */
export function rewriteFacts(
  turn: TypedTurn,
  kinds: readonly Fact['kind'][],
  write: (fact: Fact) => string | null | undefined,
): Replacement[] {
  return turn.facts.flatMap((fact) => {
    const now = kinds.includes(fact.kind) && standsAlone(turn, fact) ? write(fact) : null
    if (now === null || now === undefined) return []
    const isTwice = now.endsWith('.') && turn.text[fact.at + fact.text.length] === '.'
    return [{ at: fact.at, was: fact.text, now: isTwice ? now.slice(0, -1) : now }]
  })
}

/** Things identified by a number: the number is then a name, and nobody spells it out. */
const numbered =
  /(?:order|number|no\.?|nr\.?|#|code|id|reservation|booking|ticket|room|flight|account|invoice|pin|zip|case|gate|seat|item|product|model|version|card|reference)s?\s*(?:is|:|was)?\s*$/iu

/** Words that end in s but are not countable nouns. */
const verb = /^ (?:is|was|has|does|goes|says|this|always|perhaps|plus|minus|times|less|costs|weighs|comes)(?!\p{L})/u

/** Whether a number counts something: it stands before a plural noun and identifies nothing. */
function isCount({ text }: TypedTurn, { at, text: own }: Fact): boolean {
  const behind = text.slice(at + own.length)
  return (
    !numbered.test(text.slice(0, at)) && !verb.test(behind) && /^ (?:\p{Ll}+ )?\p{Ll}{2,}s(?![\p{L}])/u.test(behind)
  )
}

const small =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  )
const tens = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')

function inWords(number: number): string {
  if (number < 20) return small[number] ?? ''
  if (number < 100) return `${tens[Math.floor(number / 10) - 2]}${number % 10 === 0 ? '' : `-${small[number % 10]}`}`
  const [size, name] = number < 1000 ? [100, 'hundred'] : [1000, 'thousand']
  const rest = number % size
  return `${inWords(Math.floor(number / size))} ${name}${rest === 0 ? '' : ` ${inWords(rest)}`}`
}

const months = 'January February March April May June July August September October November December'.split(' ')
const monthPattern = months.map((month) => `${month}|${month.slice(0, 3)}\\.?`).join('|')
const [dayPattern, yearPattern] = ['(?<day>\\d{1,2})(?:st|nd|rd|th)?', '(?:,? (?<year>\\d{4}))?$']
const monthFirst = new RegExp(`^(?<name>${monthPattern}) ${dayPattern}${yearPattern}`, 'i')
const dayFirst = new RegExp(`^${dayPattern}(?: of)? (?<name>${monthPattern})${yearPattern}`, 'i')

interface Day {
  day: number
  month: number
  year: number | null
  order: 'month first' | 'day first' | 'iso'
  short: boolean
}

function readDay(text: string): Day | null {
  const iso = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text)
  if (iso !== null)
    return { year: Number(iso[1]), month: Number(iso[2]) - 1, day: Number(iso[3]), order: 'iso', short: false }
  const american = monthFirst.exec(text)
  const { name, day, year } = (american ?? dayFirst.exec(text))?.groups ?? {}
  if (name === undefined) return null
  return {
    day: Number(day),
    month: months.findIndex((each) => each.slice(0, 3).toLowerCase() === name.slice(0, 3).toLowerCase()),
    year: year === undefined ? null : Number(year),
    order: american === null ? 'day first' : 'month first',
    short: name.replace('.', '').length === 3 && !/^may$/i.test(name),
  }
}

function ordinal(day: number): string {
  const end = day > 10 && day < 14 ? 'th' : (['th', 'st', 'nd', 'rd'][day % 10] ?? 'th')
  return `${day}${end}`
}

const withYear = (text: string, year: number | null, comma = ''): string =>
  year === null ? text : `${text}${comma} ${year}`

/** The other ways to write a date; each variant takes one of them. */
function otherDays({ day, month, year, order, short }: Day): string[] {
  const name = months[month] ?? ''
  const brief = name.slice(0, 3)
  return [
    ...(order === 'month first' ? [] : [withYear(`${name} ${day}`, year, ',')]),
    ...(order === 'day first' ? [] : [withYear(`${day} ${name}`, year)]),
    ...(order === 'iso' || short || brief === name
      ? []
      : [withYear(order === 'day first' ? `${day} ${brief}` : `${brief} ${day}`, year)]),
    withYear(order === 'day first' ? `${ordinal(day)} of ${name}` : `${name} ${ordinal(day)}`, year, ','),
    ...(order === 'iso' || year === null
      ? []
      : [`${year}-${String(month + 1).padStart(2, '0')}-${String(day).padStart(2, '0')}`]),
  ]
}

/** A time on the other clock (12 or 24 hours), or on the same one in other notation. */
function otherTimes(text: string): string[] {
  const twelve = /^(\d{1,2})(?::(\d\d))?\s*([ap])\.?m\.?$/i.exec(text)
  if (twelve !== null) {
    const [, hour = '', minute = '00', half = ''] = twelve
    const whole = (Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0)
    const brief = `${hour}${minute === '00' ? '' : `:${minute}`}`
    return [
      `${String(whole).padStart(2, '0')}:${minute}`,
      `${brief}${half.toLowerCase()}m`,
      `${brief} ${half.toLowerCase()}.m.`,
      `${brief} ${half.toUpperCase()}M`,
    ].filter((each) => each !== text)
  }
  const [, hour, minute = ''] = /^(\d{1,2}):(\d\d)$/.exec(text) ?? []
  if (hour === undefined || Number(hour) < 13 || Number(hour) > 23) return []
  return [`${Number(hour) - 12}${minute === '00' ? '' : `:${minute}`} pm`, `${Number(hour) - 12}:${minute}pm`]
}

const currencies: readonly (readonly [sign: string, word: string, code: string])[] = [
  ['$', 'dollars', 'USD'],
  ['€', 'euros', 'EUR'],
  ['£', 'pounds', 'GBP'],
]

function otherAmounts(text: string): string[] {
  for (const [sign, word, code] of currencies) {
    const amount = /\d[\d.,]*/.exec(text)?.[0]
    if (amount === undefined) return []
    const rest = text.replace(amount, '').trim().toLowerCase()
    if (rest === sign) return [`${amount} ${word}`, `${code} ${amount}`, `${amount} ${code}`]
    if (rest === word || rest === word.slice(0, -1)) return [`${sign}${amount}`, `${amount} ${code}`]
    if (rest === code.toLowerCase()) return [`${sign}${amount}`, `${amount} ${word}`]
  }
  return []
}

function otherPhones(text: string): string[] {
  const plus = text.startsWith('+') ? '+' : ''
  const groups = text.match(/\d+/g) ?? []
  const marks = groups.length < 2 ? [] : ['-', '.', '', ' ']
  return marks.map((mark) => `${plus}${groups.join(mark)}`).filter((each) => each !== text)
}

const at = <T>(among: readonly T[], index: number): T | undefined => (index < among.length ? among[index] : undefined)

/** Facts in another written form: what is said stays the same. */
export const notationOperators: readonly VariantOperator[] = [
  notation({ name: 'numbers in words', family: 'numbers', does: 'a count is written in words' }, (turn) =>
    rewriteFacts(turn, ['number'], (fact) =>
      /^\d{1,4}$/.test(fact.text) && isCount(turn, fact) ? inWords(Number(fact.text)) : null,
    ),
  ),
  notation({ name: 'numbers in digits', family: 'numbers', does: 'a number word is written in digits' }, (turn) =>
    rewriteFacts(turn, ['number'], ({ text, forms, values: [value] }) =>
      /^[\p{L}\s-]+$/u.test(text) && forms.length > 0 && Number.isInteger(value) && text !== 'dozen'
        ? String(value)
        : null,
    ),
  ),
  notation({ name: 'digits in groups', family: 'numbers', does: 'thousands are marked, or not' }, (turn) =>
    rewriteFacts(turn, ['number', 'amount'], (fact) => {
      const [digits = ''] = /\d[\d,]*/.exec(fact.text) ?? []
      if (/^\d{1,3}(?:,\d{3})+$/.test(digits)) return fact.text.replace(digits, digits.replaceAll(',', ''))
      const fits = /^\d{4,7}$/.test(digits) && (fact.kind === 'amount' || isCount(turn, fact))
      return fits ? fact.text.replace(digits, digits.replace(/\B(?=(?:\d{3})+$)/g, ',')) : null
    }),
  ),
  notation(
    { name: 'other dates', family: 'dates and times', does: 'a day is written in another way', variants: 4 },
    (turn, { number }) =>
      rewriteFacts(turn, ['date'], ({ text }) => {
        const day = readDay(text)
        return day === null ? null : at(otherDays(day), number)
      }),
  ),
  notation(
    { name: 'other times', family: 'dates and times', does: 'a time is written in another way', variants: 3 },
    (turn, { number }) => rewriteFacts(turn, ['time'], ({ text }) => at(otherTimes(text), number)),
  ),
  notation(
    {
      name: 'other phone numbers',
      family: 'contacts',
      does: 'a phone number has other marks',
      variants: 3,
      languages: null,
    },
    (turn, { number }) => rewriteFacts(turn, ['phone'], ({ text }) => at(otherPhones(text), number)),
  ),
  notation(
    {
      name: 'other email capitals',
      family: 'contacts',
      does: 'an email address has other capitals',
      variants: 2,
      languages: null,
    },
    (turn, { number }) =>
      rewriteFacts(turn, ['email'], ({ text }) =>
        number === 0
          ? text.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase())
          : text.replace(/@.*$/, (host) => host.toUpperCase()),
      ),
  ),
  notation(
    { name: 'other money', family: 'amounts', does: 'an amount has its currency written in another way', variants: 2 },
    (turn, { number }) => {
      const poundsAt = readPounds(turn.text)
      return rewriteFacts(turn, ['amount'], (fact) => {
        const { text } = fact
        const other = at(otherAmounts(text), number)
        // Pounds are written, or read, only where they surely mean money.
        const isPounds = /pound/i.test(text) || /pound/i.test(other ?? '')
        return isPounds && poundsAt(fact.at) !== 'money' ? null : other
      })
    },
  ),
  notation(
    { name: 'other units', family: 'amounts', does: 'a unit is written short, or out', variants: 2 },
    ({ text }, { number }) => {
      const poundsAt = readPounds(text)
      return units.flatMap(([short, long]) =>
        [...text.matchAll(new RegExp(`(?<=\\d)( ?)(${short}|${long})(?![\\p{L}])`, 'gu'))].map(
          ({ 0: was, 1: space, 2: unit, index }) => {
            const now = number === 0 ? ` ${unit === short ? long : short}` : `${space === '' ? ' ' : ''}${unit}`
            const isLeft = /pound/.test(was + now) && poundsAt(index) !== 'weight'
            return { at: index, was, now: isLeft ? was : now }
          },
        ),
      )
    },
  ),
  notation(
    { name: 'id marks', family: 'ids', does: 'a number that names something has another mark', variants: 3 },
    (turn, { number }) =>
      turn.facts.flatMap((fact): Replacement[] => {
        if ((fact.kind !== 'id' && fact.kind !== 'number') || !standsAlone(turn, fact)) return []
        const before = turn.text.slice(0, fact.at)
        if (fact.text.startsWith('#'))
          return [{ at: fact.at, was: fact.text, now: number === 0 ? fact.text.slice(1) : `no. ${fact.text.slice(1)}` }]
        if (!/(?:order|reservation|booking|ticket|invoice|case) $/iu.test(before)) return []
        const mark = ['#', 'number ', 'no. '][number]
        return mark === undefined ? [] : [{ at: fact.at, was: fact.text, now: `${mark}${fact.text}` }]
      }),
  ),
  notation(
    { name: 'ids as typed', family: 'ids', does: 'the letters of a code have other capitals', languages: null },
    (turn) =>
      rewriteFacts(turn, ['id'], ({ text }) =>
        /\p{Ll}/u.test(text) ? text.toUpperCase() : /\p{Lu}/u.test(text) ? text.toLowerCase() : null,
      ),
  ),
]
