import type { JsonValue } from '../../base/json.ts'
import { splitWords } from '../align/tokens.ts'
import type { TextDifference, ValueDifference } from '../model/turn-comparison.ts'

/** The longest a value may be in a line, in characters. */
const longest = 60

/** A value in a line, cut where it is long. */
function describeValue(value: JsonValue): string {
  const text = JSON.stringify(value)
  if (text.length <= longest) return text
  return `${cut(text, longest)}…`
}

/** A text in quotes, cut where it is long. */
export function quote(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return `“${line.length <= longest ? line : `${cut(line, longest)}…`}”`
}

/** Never half of a surrogate pair. */
function cut(text: string, length: number): string {
  const short = text.slice(0, length)
  return /[\uD800-\uDBFF]$/.test(short) ? short.slice(0, -1) : short
}

/** `order_id is "2077" instead of "1042"`; a value that is no object has no path. */
export function describeDifference({ path, a, b }: ValueDifference, whole: string): string {
  const name = path === '' ? whole : path
  if (b === undefined) return `${name} is gone (was ${describeValue(a ?? null)})`
  if (a === undefined) return `${name} is new: ${describeValue(b)}`
  return `${name} is ${describeValue(b)} instead of ${describeValue(a)}`
}

/** Differences in at most this many places are quoted word for word. */
const few = 2

/** `says “shipped” instead of “packing”`, or `differs in 12 of 40 words`. */
export function describeWords(words: TextDifference): string {
  const places = listPlaces(words)
  if (places.length > few) return describeShare(words)
  return places
    .map(({ removed, added }) => {
      if (removed.trim() === '' && added.trim() === '') return 'differs in spaces'
      if (removed.trim() === '') return `adds ${quote(added)}`
      if (added.trim() === '') return `leaves out ${quote(removed)}`
      return `says ${quote(added)} instead of ${quote(removed)}`
    })
    .join(' and ')
}

function listPlaces(words: TextDifference): { removed: string; added: string }[] {
  const places: { removed: string; added: string }[] = []
  let open = false
  for (const { kind, text } of words) {
    if (kind === 'same') open = false
    else {
      if (!open) places.push({ removed: '', added: '' })
      const place = places.at(-1)
      if (place !== undefined) place[kind] += text
      open = true
    }
  }
  return places
}

function describeShare(words: TextDifference): string {
  const count = (kinds: readonly string[]): number =>
    splitWords(words.flatMap(({ kind, text }) => (kinds.includes(kind) ? [text] : [])).join(' ')).filter((word) =>
      /[\p{L}\p{N}]/u.test(word),
    ).length
  const changed = Math.max(count(['removed']), count(['added']))
  const all = Math.max(count(['same', 'removed']), count(['same', 'added']))
  return changed >= all ? 'is worded anew' : `differs in ${changed} of ${all} words`
}
