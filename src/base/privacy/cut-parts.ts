import { cutMark, leastPart } from '../text/cut-mark.ts'
import { isSeparator } from './spellings.ts'

/** A known value; with `digits` only digits, between which spaces, dashes or brackets may stand in a text. */
interface Known {
  from: string
  digits: boolean
}

/** A part of a value where a text was cut: the value, and where the part begins and ends. */
interface CutPart<S> {
  swap: S
  at: number
  end: number
}

const marks = new RegExp(cutMark, 'g')
const anyMark = new RegExp(cutMark)
/** How many characters beside a mark are searched: nothing private is longer, except a token of many kilobytes. */
const around = 5_000
/** How many characters index the beginnings and ends of values. No part is shorter. */
const indexed = 6

/** Finds what is left of values where a text was cut: beginnings before the mark, ends after it (see `leastPart`). */
export function findCutParts<S extends Known>(swaps: readonly S[]): (text: string) => CutPart<S>[] {
  const long = swaps.filter(({ from }) => from.length > indexed)
  const texts = long.filter(({ digits }) => !digits)
  const numbers = long.filter(({ digits }) => digits)
  const [heads, tails] = [index(texts, headOf), index(texts, tailOf)]
  const [firsts, lasts] = [index(numbers, headOf), index(numbers, tailOf)]
  return (text) => {
    if (long.length === 0 || !anyMark.test(text)) return []
    const parts: CutPart<S>[] = []
    const places = [...text.matchAll(marks)].map((each) => ({ from: each.index, to: each.index + each[0].length }))
    for (const [count, { from, to }] of places.entries()) {
      const low = Math.max(places[count - 1]?.to ?? 0, from - around)
      const high = Math.min(places[count + 1]?.from ?? text.length, to + around)
      const before = headBefore(text, low, from, heads) ?? numberBefore(text, low, from, firsts)
      if (before !== null) parts.push(before)
      const behind = tailBehind(text, to, high, tails) ?? numberBehind(text, to, high, lasts)
      if (behind !== null) parts.push(behind)
    }
    return parts
  }
}

type Index<S> = ReadonlyMap<string, readonly S[]>

const headOf = ({ from }: Known): string => from.slice(beginOf(from), beginOf(from) + indexed)
const tailOf = ({ from }: Known): string => from.slice(-indexed)

/** Indexes values by a few of their characters; of those that share them the longest comes first. */
function index<S extends Known>(swaps: readonly S[], keyOf: (swap: Known) => string): Index<S> {
  const swapsByKey = new Map<string, S[]>()
  for (const swap of swaps) {
    const group = swapsByKey.get(keyOf(swap))
    if (group === undefined) swapsByKey.set(keyOf(swap), [swap])
    else group.push(swap)
  }
  for (const each of swapsByKey.values()) each.sort((a, b) => b.from.length - a.from.length)
  return swapsByKey
}

/** Where the distinctive part of a value begins: after the scheme of a link, or after the name of its parameter. */
function beginOf(value: string): number {
  return /^(?:[a-z][a-z\d+.-]*:\/\/(?:www\.)?|[\w.-]{1,80}=|(?:bearer|basic) )/i.exec(value)?.[0].length ?? 0
}

/** Whether a part is no coincidence: less than half of a sentence is everyday words and does not count. */
function isPart(value: string, part: string, isHead: boolean): boolean {
  if (part.length === value.length) return false
  const [before, behind] = isHead ? [beginOf(value), 0] : [0, beginOf(value)]
  if (part.length - before < leastPart(value.length - before - behind)) return false
  const words = /^(?:[\p{L}\p{M}\s'’“”".,!?]|%(?:20|2C|22|3F|E2%80%9[9CD]))+$/u.test(part)
  if (!words || !/\s|%20/.test(value)) return true
  if (part.length < value.length / 2) return false
  const rest = isHead ? value.slice(part.length) : value.slice(0, -part.length)
  return isHead ? /^[\p{L}\p{N}]/u.test(rest) : /[\p{L}\p{N}]$/u.test(rest.replace(/%20$/, ' '))
}

/** The longest beginning of a value that ends at `end` and begins at `low` or later. */
function headBefore<S extends Known>(text: string, low: number, end: number, heads: Index<S>): CutPart<S> | null {
  for (let at = low; at + indexed <= end; at += 1)
    for (const swap of heads.get(text.slice(at, at + indexed)) ?? []) {
      const start = at - beginOf(swap.from)
      if (start < low) continue
      const part = text.slice(start, end)
      if (swap.from.startsWith(part) && isPart(swap.from, part, true)) return { swap, at: start, end }
    }
  return null
}

function tailBehind<S extends Known>(text: string, at: number, high: number, tails: Index<S>): CutPart<S> | null {
  for (let end = high; end - indexed >= at; end -= 1)
    for (const swap of tails.get(text.slice(end - indexed, end)) ?? []) {
      const part = text.slice(at, end)
      if (swap.from.endsWith(part) && isPart(swap.from, part, false)) return { swap, at, end }
    }
  return null
}

/** Digits in a row and their places, with at most three spaces, dashes or brackets between two. */
function digitsFrom(text: string, start: number, step: 1 | -1, limit: number): { text: string; places: number[] } {
  const places: number[] = []
  let apart = 0
  for (let at = start; at !== limit && apart <= 3; at += step) {
    const character = text.charAt(at)
    if (/\d/.test(character)) {
      places.push(at)
      apart = 0
    } else if (isSeparator(character)) apart += 1
    else break
  }
  if (step === -1) places.reverse()
  return { text: places.map((at) => text.charAt(at)).join(''), places }
}

function numberBefore<S extends Known>(text: string, low: number, end: number, firsts: Index<S>): CutPart<S> | null {
  const { text: digits, places } = digitsFrom(text, end - 1, -1, low - 1)
  for (let from = 0; from + indexed <= digits.length; from += 1) {
    const at = places[from] ?? 0
    if (/\d/.test(text.charAt(at - 1))) continue
    const part = digits.slice(from)
    for (const swap of firsts.get(part.slice(0, indexed)) ?? [])
      if (swap.from.startsWith(part) && isPart(swap.from, part, true))
        return { swap, at: at - signsBefore(text, at), end: (places.at(-1) ?? 0) + 1 }
  }
  return null
}

/** How many characters before its first digit belong to a number: a plus, a bracket. */
function signsBefore(text: string, at: number): number {
  return /\+?\(?$/.exec(text.slice(Math.max(0, at - 2), at))?.[0].length ?? 0
}

function numberBehind<S extends Known>(text: string, at: number, high: number, lasts: Index<S>): CutPart<S> | null {
  const { text: digits, places } = digitsFrom(text, at, 1, high)
  for (let to = digits.length; to >= indexed; to -= 1) {
    const end = (places[to - 1] ?? 0) + 1
    if (/\d/.test(text.charAt(end))) continue
    const part = digits.slice(0, to)
    for (const swap of lasts.get(part.slice(-indexed)) ?? [])
      if (swap.from.endsWith(part) && isPart(swap.from, part, false)) return { swap, at: places[0] ?? at, end }
  }
  return null
}
