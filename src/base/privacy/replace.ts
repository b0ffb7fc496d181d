import { isJsonObject, type JsonObject, type JsonValue } from '../json/json.ts'
import { findCutParts } from './cut-parts.ts'
import { isPrivateName, type Opens, openJson } from './find.ts'
import { isSeparator } from './spellings.ts'

/** A shorter value could be anything: it is replaced only as the whole of a member whose name is private. */
const shortest = 4

/** Swaps values in texts in one pass; with `opens` only numbers that others sent are swapped (see `Opens`). */
export function createSwapper(swaps: readonly Swap[], opens?: Opens): (value: JsonValue) => JsonValue {
  const whole = new Map(swaps.map(({ from, to }) => [from, to]))
  const swapAll = matchValues(swaps)
  const swapText = (text: string): string =>
    swapAll(text, ({ to, digits }, match) => (digits && !isName(to) ? regroup(match, to) : to))
  const swapLeaf = (text: string): string => {
    const inner = openJson(text)
    if (inner === undefined) return swapText(text)
    const swapped = swap(inner, true)
    return JSON.stringify(swapped) === JSON.stringify(inner) ? text : JSON.stringify(swapped)
  }
  const swapMember = (key: string, owner: JsonObject, foreign: boolean): JsonValue => {
    const value = owner[key] as JsonValue
    const short = typeof value === 'string' && value.length < shortest ? whole.get(value) : undefined
    if (short !== undefined && isPrivateName(key)) return short
    if (key === 'excerpt' && typeof value === 'string') return swapText(`${value}…`).slice(0, -1) // cut mid-value
    return swap(value, foreign || opens?.(key, owner) === true)
  }
  const swap = (value: JsonValue, foreign: boolean): JsonValue => {
    if (typeof value === 'string') return swapLeaf(value)
    if (typeof value === 'number') return foreign ? swapNumber(value, swapText) : value
    if (Array.isArray(value)) return value.map((each) => swap(each, foreign))
    if (!isJsonObject(value)) return value
    return Object.fromEntries(Object.keys(value).map((key) => [swapText(key), swapMember(key, value, foreign)]))
  }
  return (value) => swap(value, opens === undefined)
}

/** Keeps digits a number. */
function swapNumber(value: number, swapText: (text: string) => string): JsonValue {
  const text = String(value)
  const swapped = swapText(text)
  if (swapped === text) return value
  return /^\d{1,15}$/.test(swapped) ? Number(swapped) : swapped
}

/** A value as it is, and URL-encoded. */
function formsOf(swap: Swap): Swap[] {
  const { from, to } = swap
  if (swap.digits || /\p{Cs}/u.test(from)) return [swap]
  const encoded = encodeURIComponent(from)
  return encoded === from ? [swap] : [swap, { from: encoded, to: encodeURIComponent(to), digits: false }]
}

/** Writes digits in place of other digits and keeps the separators; `%20` in a link is a space. */
function regroup(text: string, digits: string): string {
  let next = 0
  return text.replace(/%2[089B]|\d/g, (digit) => (digit.length > 1 ? digit : (digits[next++] ?? '0')))
}

/** A value and its replacement; with `digits`, spaces, dashes or brackets may stand between them in a text. */
export interface Swap {
  from: string
  to: string
  digits: boolean
}

interface Match {
  swap: Swap
  end: number
}

/** Swaps each value in a text; `write` returns what to put for a value as it was found. */
type SwapText = (text: string, write: (swap: Swap, found: string) => string) => string

/** How many leading characters of a literal index it. No value is shorter. */
const headLength = 4

/** Finds values in texts, first and longest, in time that depends on the text and not on their number. */
export function matchValues(values: readonly Swap[]): SwapText {
  const swaps = values.filter(({ from }) => from.length >= shortest).flatMap(formsOf)
  const literals = indexLiterals(swaps.filter(({ digits }) => !digits))
  const numbers = indexNumbers(swaps.filter(({ digits }) => digits))
  const matchAt = (text: string, at: number): Match | null => {
    const literal = literals(text, at)
    const number = numbers(text, at)
    if (literal === null || number === null) return literal ?? number
    return number.swap.from.length > literal.swap.from.length ? number : literal
  }
  const partsOf = findCutParts(swaps)
  return (text, write) => {
    let swapped = ''
    let from = 0
    const parts = new Map(partsOf(text).map((part) => [part.at, part]))
    for (let at = 0; at < text.length; at += 1) {
      const match = matchAt(text, at) ?? parts.get(at)
      if (match === undefined) continue
      swapped += text.slice(from, at) + write(match.swap, text.slice(at, match.end))
      from = match.end
      at = from - 1
    }
    return from === 0 ? text : swapped + text.slice(from)
  }
}

type Find = (text: string, at: number) => Match | null
const findNothing: Find = () => null

function indexLiterals(swaps: readonly Swap[]): Find {
  if (swaps.length === 0) return findNothing
  const byText = new Map<string, Swap>()
  const lengths = new Map<string, number[]>()
  const starts = new Uint8Array(65_536)
  for (const swap of swaps) {
    const { from } = swap
    if (byText.has(from)) continue
    byText.set(from, swap)
    starts[startOf(from, 0)] = 1
    const head = from.slice(0, headLength)
    const knownLengths = lengths.get(head) ?? []
    if (!knownLengths.includes(from.length))
      lengths.set(
        head,
        [...knownLengths, from.length].sort((a, b) => b - a),
      )
  }
  return (text, at) => {
    if (starts[startOf(text, at)] === 0) return null
    for (const length of lengths.get(text.slice(at, at + headLength)) ?? []) {
      const swap = byText.get(text.slice(at, at + length))
      if (swap !== undefined) return { swap, end: at + length }
    }
    return null
  }
}

function startOf(text: string, at: number): number {
  return ((text.charCodeAt(at) << 5) ^ text.charCodeAt(at + 1)) & 0xffff
}

function indexNumbers(swaps: readonly Swap[]): Find {
  if (swaps.length === 0) return findNothing
  const byDigits = new Map<string, Swap>()
  for (const swap of swaps) if (!byDigits.has(swap.from)) byDigits.set(swap.from, swap)
  const lengths = [...new Set(swaps.map(({ from }) => from.length))].sort((a, b) => b - a)
  const [most = 0] = lengths
  return (text, at) => {
    const first = firstDigit(text, at)
    if (first === null) return null
    const { digits, ends } = readDigits(text, first, most)
    for (const length of lengths) {
      const end = ends[length - 1]
      if (end === undefined || isDigit(text, end)) continue
      const swap = byDigits.get(digits.slice(0, length))
      // A name replaces the whole number with its plus and bracket; other digits replace only the digits.
      if (swap !== undefined && (first === at || isName(swap.to))) return { swap, end }
    }
    return null
  }
}

/** The index of the first digit of a number that begins here, maybe after a plus or bracket; null for none. */
function firstDigit(text: string, at: number): number | null {
  const code = text.charCodeAt(at)
  if (isDigit(text, at)) {
    return isDigit(text, at - 1) && !(text[at - 3] === '%' && text[at - 2] === '2') ? null : at
  }
  if (code !== 0x2b && code !== 0x28 && code !== 0x25) return null
  const plus = code === 0x2b ? 1 : text.startsWith('%2B', at) ? 3 : 0
  const bracket = text[at + plus] === '(' ? 1 : text.startsWith('%28', at + plus) ? 3 : 0
  const first = at + plus + bracket
  return first > at && isDigit(text, first) ? first : null
}

/** Up to `most` digits with at most three spaces, dashes or the like between two, and where each digit ends. */
function readDigits(text: string, first: number, most: number): { digits: string; ends: number[] } {
  let digits = ''
  const ends: number[] = []
  for (let at = first; isDigit(text, at) && digits.length < most; ) {
    digits += text[at]
    at += 1
    ends.push(at)
    for (let count = 0; count < 3; count += 1) at += separatorAt(text, at)
  }
  return { digits, ends }
}

/** The length of the separator at a place, or 0; in a link it is escaped. */
function separatorAt(text: string, at: number): number {
  const code = text.codePointAt(at)
  if (code === undefined) return 0
  const character = String.fromCodePoint(code)
  if (isSeparator(character)) return character.length
  return character === '%' && text[at + 1] === '2' && '089B'.includes(text[at + 2] ?? 'none') ? 3 : 0
}

function isDigit(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  return code >= 0x30 && code <= 0x39
}

/** Whether a replacement is a name such as `<phone 1>`. */
export function isName(to: string): boolean {
  return to.startsWith('<')
}
