import type { JsonObject, JsonValue } from '../../base/json.ts'
import { isJsonObject } from '../../base/json.ts'
import type { Swap } from '../../base/privacy/replace.ts'

/** Findings that quote single words of a text: what it lacks of another, and what is nearest to something that was made up. */
const quotesWords = /\bit (?:lacks|has) "|\bthe nearest is "|\bwhich nothing before it says\b/

/**
 * Takes out of such findings each word that is a piece of a private value. By itself a word of a name, or a group of the digits
 * of a card, looks like any other word.
 */
export function hidePieces<T>(value: T, swaps: readonly Pick<Swap, 'from' | 'to'>[]): T {
  if (swaps.length === 0) return value
  const pieces = new Map(swaps.flatMap(({ from, to }) => piecesOf(from).map((piece) => [piece, to])))
  const numbers = swaps.flatMap(({ from, to }) => (isLongNumber(from) ? [{ digits: joined(from), to }] : []))
  /** A number is written in groups of any size, so that each part of one may be a group. */
  const standIn = (piece: string): string | undefined =>
    pieces.get(piece) ??
    (/\p{N}.*\p{N}.*\p{N}/u.test(piece) ? numbers.find(({ digits }) => digits.includes(piece))?.to : undefined)
  const hide = (text: string): string =>
    quotesWords.test(text)
      ? text.replace(/"([^"\\]+)"/g, (quoted, word: string) => {
          const to = (amount.test(word) ? [joined(word)] : piecesOf(word))
            .map(standIn)
            .find((each) => each !== undefined)
          return to === undefined ? quoted : JSON.stringify(to)
        })
      : text
  const walk = (each: JsonValue): JsonValue => {
    if (typeof each === 'string') return hide(each)
    if (Array.isArray(each)) return each.map(walk)
    if (!isJsonObject(each)) return each
    const object: JsonObject = {}
    for (const key in each) object[key] = walk(each[key] as JsonValue)
    return object
  }
  return walk(value as JsonValue) as typeof value
}

/** A sum of money or a number with decimals, of which no part is a group of digits. */
const amount = /^[^\p{L}\p{N}]{0,3}\d{1,3}(?:[.,]\d{3})*[.,]\d{1,2}(?:\s?(?:[%€$£]|\p{L}{3,10}))?$/u

const word = /[\p{L}\p{N}]+/gu

/** The words of a value that tell something of it. Two letters stand in every other text. */
function piecesOf(value: string): string[] {
  return (value.match(word) ?? []).filter((each) => (/\p{N}/u.test(each) ? each.length > 1 : each.length > 3))
}

const joined = (value: string): string => (value.match(word) ?? []).join('')

/** Whether a value is a number of somebody, of a card or an account. */
function isLongNumber(value: string): boolean {
  return (value.match(/\p{N}/gu)?.length ?? 0) >= 7
}
