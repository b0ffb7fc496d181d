import { distance } from 'fastest-levenshtein'

/**
 * Whether one word can only be the other, mistyped: the same letters with other spaces, underscores or capitals, or as
 * many words of which one has a letter or two wrong. No word is added or dropped, no number changes, no beginning is
 * another one (`increase`, `decrease`), and what was written is not a word of its own that means something else (`after`).
 */
export function isTypo(written: string, meant: string): boolean {
  const [wrong, right] = [wordsOf(written), wordsOf(meant)]
  if (wrong.join('') === right.join('')) return written !== meant
  if (wrong.length !== right.length) return false
  const odd = wrong.flatMap((word, index) => (word === right[index] ? [] : [[word, right[index] ?? ''] as const]))
  return odd.length === 1 && odd.every(([word, other]) => isMistyped(word, other))
}

/** Words for yes and no, amounts and order. Many are one letter apart from each other, so none is taken for a typo. */
const weighty = new Set(
  'no not nor non none never any all each every some one only before after pre post first last least most more less than over under with without within true false yes on off'.split(
    ' ',
  ),
)

function isMistyped(word: string, other: string): boolean {
  const longer = Math.max(word.length, other.length)
  const limit = longer < 4 ? 0 : longer < 8 ? 1 : 2
  const digits = (each: string): string => each.replace(/\D/g, '')
  return (
    !weighty.has(word) &&
    digits(word) === digits(other) &&
    beginsAlike(word, other) &&
    Math.abs(word.length - other.length) < 2 &&
    changesBetween(word, other) <= limit
  )
}

function beginsAlike(word: string, other: string): boolean {
  return word[0] === other[0] || (word[0] === other[1] && word[1] === other[0])
}

/** Letters that were changed, left out, added, or have changed places with the next one. */
function changesBetween(word: string, other: string): number {
  const swapped = [...word].map((_, index) => distance(swapAt(word, index), other) + 1)
  return Math.min(distance(word, other), ...swapped)
}

function swapAt(word: string, index: number): string {
  return word.slice(0, index) + word.slice(index + 1, index + 2) + word.slice(index, index + 1) + word.slice(index + 2)
}

function wordsOf(text: string): string[] {
  return text
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[\s_-]+/)
    .filter((word) => word !== '')
}
