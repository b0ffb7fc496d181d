import { splitWords } from '../align/split-words.ts'
import type { TextDifference } from '../model/text-difference.ts'
import { quote } from './describe-value.ts'

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
