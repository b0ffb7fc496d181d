import { cutJson, cutText } from '../../base/privacy/cut.ts'
import { splitWords } from '../align/tokens.ts'
import type { TextDifference, ValueDifference } from '../model/turn-comparison.ts'

/** The longest a value may be in a line, in characters. */
const longest = 61

/** A text in quotes, cut where it is long. */
export function quote(text: string): string {
  return `“${cutText(text.replace(/\s+/g, ' ').trim(), longest)}”`
}

/** `order_id is "2077" instead of "1042"`; a value other than an object has no path and is called `whole`. */
export function describeDifference({ path, a, b }: ValueDifference, whole: string): string {
  const name = path === '' ? whole : path
  if (b === undefined) return `${name} is gone (was ${cutJson(a ?? null, longest)})`
  if (a === undefined) return `${name} is new: ${cutJson(b, longest)}`
  return `${name} is ${cutJson(b, longest)} instead of ${cutJson(a, longest)}`
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
