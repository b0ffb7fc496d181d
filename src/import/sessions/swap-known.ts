import { unusualSeparators } from '../../base/privacy/spellings.ts'
import { everydayWords, noNames } from './personal-names.ts'
import { replaceSpoken, spell } from './said-values.ts'

export interface KnownValue {
  value: string
  /** The replacement for the value in the spelling that was found. */
  to: (found: string) => string
  /** A word of a name. In lower case, a short or everyday one counts only in an id, in quotes, or as a given name. */
  word?: true
  /** Digits that could be part of a date, a time or an amount. */
  short?: true
  /** Replaced only in the talks that contain it, since it is also an ordinary word. */
  own?: true
  /** A three-letter name that nobody wrote in capitals: in capitals it is then a code, such as an airport's. */
  code?: true
  /** A number of at least seven digits, with any spaces and, unless `whole`, with or without its country code. */
  number?: KnownNumber
  /** The talks that contain it; in others a word is a person only on its own, and short digits stay. */
  owners?: ReadonlySet<number>
}

/** The digits of a number and their replacement, with the last nine changed. */
export interface KnownNumber {
  digits: string
  to: string
  whole: boolean
}

const letter = /[\p{L}\p{M}]/u
const digit = /\p{N}/u
const runs = /[\p{L}\p{M}]+|\p{N}+/gu

/** Replaces known values as whole words, in any case, longest first; in time that does not grow with their number. */
export function createSwap(values: readonly KnownValue[]): (text: string, talk?: number) => string {
  const startingAt = indexByStart(values)
  const numberAt = findNumbers(values)
  const codes = new Map(values.flatMap((each) => (each.short === true ? [[each.value, each] as const] : [])))
  const swapSpoken = (text: string, talk: number): string =>
    replaceSpoken(text, (digits, words) => {
      const [number] = numberAt(digits, 0)
      if (number?.end === digits.length) return spell(number.to)
      const code = codes.get(digits)
      return code?.owners?.has(talk) === false || code === undefined ? words : spell(code.to(digits))
    })
  return (rawText, talk = 0) => {
    const text = swapSpoken(rawText, talk)
    let [out, done] = ['', 0]
    for (const { 0: run, index } of text.matchAll(runs)) {
      if (index < done) continue
      const [number] = digit.test(run.charAt(0)) ? numberAt(text, index) : []
      if (number !== undefined) {
        out += text.slice(done, index) + number.to
        done = number.end
        continue
      }
      const value = startingAt(text, index, run).find((each) => stands(each, text, index, talk))
      if (value === undefined) continue
      const end = index + value.value.length
      out += text.slice(done, index) + value.to(text.slice(index, end))
      done = end
    }
    return done === 0 ? text : out + text.slice(done)
  }
}

/** The values a text may have at a place by first word or number `run`: thousands of addresses may share it. */
function indexByStart(values: readonly KnownValue[]): (text: string, at: number, run: string) => KnownValue[] {
  const lengthsOf = new Map<string, Set<number>>()
  const byValue = new Map<string, KnownValue[]>()
  for (const each of values) {
    const first = each.value.match(runs)?.[0]?.toLowerCase()
    if (first === undefined) continue
    const lead = each.value.search(runs)
    const { to } = each
    const own = lead === 0 ? each : { ...each, value: each.value.slice(lead), to: (text: string) => to(text) }
    lengthsOf.set(first, (lengthsOf.get(first) ?? new Set()).add(own.value.length))
    const key = own.value.toLowerCase()
    const same = byValue.get(key)
    if (same === undefined) byValue.set(key, [own])
    else same.push(own)
  }
  const longestFirst = new Map([...lengthsOf].map(([first, lengths]) => [first, [...lengths].sort((a, b) => b - a)]))
  return (text, at, run) =>
    (longestFirst.get(run.toLowerCase()) ?? []).flatMap(
      (length) => byValue.get(text.slice(at, at + length).toLowerCase()) ?? [],
    )
}

const separated = new RegExp(`\\d(?:(?:[ ()./${unusualSeparators}-]{0,3}\\d){6,17})(?!\\d)`, 'uy')

/** Finds known numbers by their last seven digits, however they are grouped. */
function findNumbers(values: readonly KnownValue[]): (text: string, at: number) => { end: number; to: string }[] {
  const byTail = new Map<string, KnownNumber[]>()
  for (const { number } of values) {
    if (number === undefined) continue
    const tail = number.digits.slice(-7)
    const others = byTail.get(tail) ?? []
    if (!others.some(({ digits, whole }) => digits === number.digits && whole === number.whole)) others.push(number)
    byTail.set(tail, others)
  }
  if (byTail.size === 0) return () => []
  return (text, at) => {
    separated.lastIndex = at
    const long = separated.exec(text)?.[0]
    if (long === undefined || /[\p{L}\p{N}_]/u.test(text.charAt(at - 1)) || /\d[.,]$/.test(text.slice(at - 2, at)))
      return []
    for (let end = long.length; end >= 7; end -= 1) {
      if (!digit.test(long.charAt(end - 1)) || digit.test(long.charAt(end)) || letter.test(text.charAt(at + end)))
        continue
      const span = long.slice(0, end)
      const digits = span.replace(/\D/g, '')
      const number = byTail.get(digits.slice(-7))?.find((each) => isSame(digits, each))
      if (number !== undefined) return [{ end: at + end, to: fromTheRight(span, digits, number) }]
    }
    return []
  }
}

/** `0170 5551234`, `+49 170 5551234`, `0049 (0)170 5551234`: one number, with other country codes or trunk zeros. */
function isSame(digits: string, { digits: knownDigits, whole }: KnownNumber): boolean {
  if (digits === knownDigits || whole) return digits === knownDigits
  const [one, other] = [digits.replace(/^0{1,2}/, ''), knownDigits.replace(/^0{1,2}/, '')]
  const most = Math.min(one.length, other.length)
  let alike = 0
  while (alike < most && one.at(-1 - alike) === other.at(-1 - alike)) alike += 1
  const [before, beforeOther] = [one.length - alike, other.length - alike]
  if (alike < 7 || before > 4 || beforeOther > 4) return false
  return (
    before === 0 ||
    beforeOther === 0 ||
    (one.slice(0, before - 1) === other.slice(0, beforeOther) && one[before - 1] === '0')
  )
}

/** Replaces the private digits in a found number, aligned from the last digit. */
function fromTheRight(number: string, digits: string, { to, whole }: KnownNumber): string {
  const changed = Math.min(whole ? to.length : 9, to.length, digits.length)
  const changedDigits = `${digits.slice(0, digits.length - changed)}${to.slice(-changed)}`
  let next = 0
  return number.replace(/\d/g, () => changedDigits[next++] ?? '0')
}

function stands(
  { value, word, short, owners, own: isOwn, code }: KnownValue,
  text: string,
  at: number,
  talk: number,
): boolean {
  const end = at + value.length
  const words = text.slice(at, end)
  if (words !== value && words.toLowerCase() !== value.toLowerCase()) return false
  const [last, next] = [value.at(-1) ?? '', text.charAt(end)]
  if ((letter.test(last) && letter.test(next)) || (digit.test(last) && digit.test(next))) return false
  const before = text.charAt(at - 1)
  const own = owners === undefined || owners.has(talk)
  if ((short === true || isOwn === true) && !own) return false
  if (short === true) return !/[-/.:,$€£\p{L}\p{N}_]/u.test(before) && !/^(?:[-/:_\p{L}]|[.,]\d)/u.test(text.slice(end))
  if (word !== true) return true
  if (inPlace(words, text, at, end)) return false
  if (code === true && words === words.toUpperCase() && isCode(text, at, end)) return false
  if (/\p{Lu}/u.test(words.charAt(0))) {
    if (isMonth(words, text, at, end) || isVerb(words, text, at, end)) return false
    return (
      own || ((!everydayWords.has(words.toLowerCase()) || isNamed(words, text, at, end)) && !inOtherName(text, at, end))
    )
  }
  if (!own && !/[_.@]/.test(before) && !/[_@]/.test(next)) return false
  if (words.length > 2 && !everydayWords.has(words)) return true
  if (/[_.@\d]/.test(before) || /[_@\d]/.test(next) || (next === '.' && letter.test(text.charAt(end + 1)))) return true
  const alone = /^["“']?$/.test(before) && /^["”']?$/.test(next)
  return alone || /\bname(?:['’]s| is)\s$/i.test(text.slice(Math.max(0, at - 12), at))
}

/** A code is in brackets, `Miami (MIA)`, or the whole of an argument, `MIA`. */
function isCode(text: string, at: number, end: number): boolean {
  return (text.charAt(at - 1) === '(' && text.charAt(end) === ')') || text.length === end - at
}

const leads =
  /^(?:san|santa|santo|sao|saint|st|los|las|el|la|new|fort|port|lake|mount|mt|north|south|east|west|cape|grand|great|upper|lower)$/i
const placeAfter =
  /^[ -](?:street|st|avenue|ave|road|rd|boulevard|blvd|drive|dr|lane|way|square|airport|station|park|hotel|inn|beach|bay|city|county|island|valley|hills?|heights|river|falls|springs|university|college|school|hospital|mall|plaza|museum|apartments|center|centre|venue|bridge)\b/i

/** `San Francisco`, `Lake Victoria`, `Madison Avenue`: places, even if one of their words is somebody's name. */
function inPlace(words: string, text: string, at: number, end: number): boolean {
  if (leads.test(words) && /^ \p{Lu}/u.test(text.slice(end, end + 3))) return true
  if (placeAfter.test(text.slice(end, end + 14))) return true
  const lead = /(\p{L}+)\.? $/u.exec(text.slice(Math.max(0, at - 12), at))?.[1]
  return lead !== undefined && /^\p{Lu}/u.test(lead) && leads.test(lead)
}

/** `Will you`, `May I`: beginnings of questions. */
function isVerb(words: string, text: string, at: number, end: number): boolean {
  if (!/^(?:Will|May|Can|Do|Is|It|In|My|So|No|All|As|At|You|Your|The|To|And|An|Her|His|Mark)$/.test(words)) return false
  return (
    /(?:^|[.!?:\n]\s*|["“(])$/.test(text.slice(Math.max(0, at - 3), at)) &&
    /^ (?:I|you|we|he|she|it|they|the|my|this|that|there|be|not|a|an|your|our)\b/.test(text.slice(end, end + 7))
  )
}

function isNamed(words: string, text: string, at: number, end: number): boolean {
  if (/^(?:April|May|June|August|March|Summer|Autumn|Winter|Dawn|Day)$/.test(words)) return false
  if (/\p{Ll} $/u.test(text.slice(Math.max(0, at - 2), at))) return true
  return /^(?:['’]s\b| (?:is|was|has|wants|said|asked|called)\b)/.test(text.slice(end, end + 8))
}

/** Whether it has capitalised words next to it and is thus part of another name. */
function inOtherName(text: string, at: number, end: number): boolean {
  if (/^(?: |-|['’](?!s\b))\p{Lu}/u.test(text.slice(end, end + 3))) return true
  const previous = /([\p{L}'’]+)[ -]$/u.exec(text.slice(Math.max(0, at - 20), at))?.[1]
  if (previous === undefined || !/^\p{Lu}/u.test(previous)) return false
  return !noNames.has(previous.toLowerCase()) && !/^(?:I['’]m|This|Thank|Thanks|Sorry|Welcome|Hey)$/.test(previous)
}

/** `May 20th` is a date, even if somebody is called May. */
function isMonth(word: string, text: string, at: number, end: number): boolean {
  if (!/^(?:April|May|June|August)$/.test(word)) return false
  return (
    /^,?\s*\d/.test(text.slice(end, end + 4)) ||
    /\d(?:st|nd|rd|th)?(?: of)?\s$/.test(text.slice(Math.max(0, at - 8), at))
  )
}
