import { toNormalForm } from '../../../base/text/normal-form.ts'
import type { MeasureUnit } from './units.ts'

/** The kinds of facts that a text states plainly enough to look up: `1042`, `$12.50`, `3 May`, `jane@shop.example`. */
export type FactKind =
  | 'number'
  | 'amount'
  | 'percentage'
  | 'date'
  | 'time'
  | 'id'
  | 'link'
  | 'phone'
  | 'email'
  | 'address'
  | 'name'

/** What is said about a number beside its value: two that differ in it are not the same fact. */
export interface FactDetail {
  /** Below zero: `-$60`, `minus 12`, `12 degrees below zero`. */
  isNegative: boolean
  /** Stands where a sign is no matter of bookkeeping: a balance, a temperature. */
  isLevel: boolean
  unit?: MeasureUnit
  /** The words of the fact with its sign and unit: `48 days`. */
  words: string
}

/** One fact that a text states: its words as written, and their offset in UTF-16 units of the NFC text. */
export interface Fact {
  kind: FactKind
  text: string
  at: number
  /** The normal forms to search for: a source with any of them supports the fact. Empty: it needs no source. */
  forms: readonly string[]
  /** The normal forms that it supports when it stands in a source. */
  gives: readonly string[]
  /** The values of a number, an amount or a percentage; several where its separators are ambiguous. */
  values: readonly number[]
  detail?: FactDetail
}

/** When a text was written, as an ISO 8601 time; resolves `tomorrow` and `next Tuesday`. */
export interface FactClock {
  now?: string | undefined
}

export type FactReading = Partial<Pick<Fact, 'gives' | 'values'>> & Pick<Fact, 'kind' | 'forms'>

/** Recognised facts are removed, so that no word counts twice. Patterns see it without accents, at the same offsets. */
export interface FactPage {
  text: string
  rest: string
  facts: Fact[]
}

export function openPage(rawText: string): FactPage {
  const text = toNormalForm(rawText, 'NFC')
  return { text, rest: plainLetters(text), facts: [] }
}

/** Nothing matches across it. One byte: a text of two bytes a character takes three times as long to search. */
const gap = '\u00b6'

/** If `read` returns null, the words stay for other patterns; it returns a list if they are several facts. */
export function extractMatches(page: FactPage, pattern: RegExp, read: ReadMatch): void {
  extractSpans(page, readMatches(page.rest, pattern, read))
}

type ReadMatch = (match: RegExpExecArray, index: number) => FactReading | readonly FactReading[] | null

function* readMatches(rest: string, pattern: RegExp, read: ReadMatch): Iterable<FactSpan> {
  for (const match of rest.matchAll(pattern)) {
    const readings = read(match, match.index)
    if (readings === null) continue
    yield { from: match.index, to: match.index + match[0].length, readings }
  }
}

export interface FactSpan {
  from: number
  to: number
  readings: FactReading | readonly FactReading[]
}

/** Removes spans of a page as facts. They come in the order of the text; one that overlaps the last stays. */
export function extractSpans(page: FactPage, spans: Iterable<FactSpan>): void {
  let rest = ''
  let done = 0
  for (const { from, to, readings } of spans) {
    if (from < done) continue
    const text = page.text.slice(from, to)
    const list: readonly FactReading[] = Array.isArray(readings) ? readings : [readings as FactReading]
    for (const { kind, forms, gives = forms, values = [] } of list)
      page.facts.push({ kind, text, at: from, forms, gives, values })
    rest += page.rest.slice(done, from) + gap.repeat(to - from)
    done = to
  }
  if (done > 0) page.rest = rest + page.rest.slice(done)
}

/** A text without accents on Latin letters and with ASCII digits, letter by letter: `März` becomes `Marz`. */
export function plainLetters(text: string): string {
  const plain = text.replace(/[\u00c0-\u024f]/g, (letter) => toNormalForm(letter, 'NFD').charAt(0))
  return isForeign.test(plain) ? plain.replace(foreign, plainSign) : plain
}

/** Digits of other scripts or in circles, full-width letters and signs, and Arabic separators. */
const foreign = /(?!\d)\p{Nd}|[\u2460-\u2468\u24ea\uff01-\uff5e\u066b\u066c]/gu
const isForeign = new RegExp(foreign.source, 'u')

function plainSign(sign: string): string {
  const code = sign.charCodeAt(0)
  if (sign.length > 1) return sign // anything longer than one unit would shift the offsets after it
  if (code >= 0xff01 && code <= 0xff5e) return String.fromCharCode(code - 0xfee0)
  if (code === 0x24ea) return '0'
  if (code >= 0x2460 && code <= 0x2468) return String(code - 0x245f)
  if (code === 0x66b || code === 0x66c) return code === 0x66b ? '.' : ','
  return String(digitOf(sign))
}

/** The value of a digit: each script has its digits in a row from 0 to 9. */
function digitOf(sign: string): number {
  const low = sign.charCodeAt(0) & 0xf
  // Rows begin at a code whose last hexadecimal digit is 0 or 6.
  if (low < 6) return low
  const zero = String.fromCharCode(sign.charCodeAt(0) - low)
  return /\p{Nd}/u.test(zero) ? low : low - 6
}

/** A text normalised for comparing words: lower case, no accents, and one space for anything between them. */
export function fold(text: string): string {
  return plainLetters(toNormalForm(text, 'NFC'))
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}
