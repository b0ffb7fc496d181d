import { closest, distance } from 'fastest-levenshtein'
import { mendOddSpaces } from './characters.ts'
import { listSome } from './wording.ts'

/** The known word that a typo most likely meant, or undefined; a word with a meaning of its own is hardly one. */
export function suggest(word: string, names: readonly string[]): string | undefined {
  if (names.length === 0 || word === '' || word.length > 200) return undefined
  const folded = word.toLowerCase()
  const nearest = closest(
    folded,
    names.map((each) => each.toLowerCase()),
  )
  const limit = Math.max(1, Math.floor((Math.max(word.length, nearest.length) + 1) / 2.5))
  const changes = distance(folded, nearest)
  if (weighty.has(folded) && changes > 1) {
    const [whole, ...more] = names.filter((each) => wordsOf(each).includes(folded))
    return more.length === 0 ? whole : undefined
  }
  return changes <= limit && changes < folded.length ? names.find((each) => each.toLowerCase() === nearest) : undefined
}

/** The "did you mean" question for an unknown word, naming all that are equally close; undefined for none. */
export function didYouMean(
  word: string,
  names: readonly string[],
  write: (known: string) => string = (each) => `"${each}"`,
): string | undefined {
  const mend = mendOddSpaces(word, names)
  if (mend !== undefined) return mend
  const opposite = oppositeOf(word, names)
  if (opposite !== undefined) return names.includes('not') ? `write not: { ${opposite}: … }` : undefined
  const near = suggest(word, names)
  if (near === undefined) return undefined
  const changes = (each: string): number => distance(word.toLowerCase(), each.toLowerCase())
  const isHalf = weighty.has(word.toLowerCase()) && changes(near) > 1
  const others = isHalf ? [] : names.filter((each) => changes(each) === changes(near) || isTypo(word, each))
  const suggestions = [...new Set([near, ...others])].slice(0, 4)
  const isCase = suggestions.length === 1 && near.toLowerCase() === word.toLowerCase()
  return `${askMeant(suggestions.map(write).join(' or '))}${isCase ? inCase : ''}`
}

/** What the eye overlooks. */
const inCase = ' it differs only in upper and lower case'

/** A hint for the first of several places, with the lines of the others. */
export function hintFor(hint: string, others: readonly number[]): string {
  if (others.length === 0) return hint
  const lines = listSome([...others].sort((one, other) => one - other).map(String), 5)
  return `${hint}${hint.endsWith('?') ? '' : ';'} the same in line${others.length === 1 ? '' : 's'} ${lines}`
}
const inLines = /;? the same in lines? [\d, ]+(?: and \d+ more)?$/

/** The known word that a negated one is the opposite of; undefined if it is none, or a typo of a known one. */
export function oppositeOf(word: string, words: readonly string[]): string | undefined {
  const denied = words.some((each) => isTypo(word, each)) ? undefined : deniedBy(word)
  return denied === undefined ? undefined : suggest(denied, words)
}

/** What a word such as `not contains` or `doesn't match` denies; undefined for any other. */
export const deniedBy = (word: string): string | undefined => negation.exec(word)?.[1]

const negation = /^(?:(?:do|does|is|are|must|should|can|will)?[ _-]*n(?:o|['’]|(?=t))t?|never|!)[ _-]*(.{4,})$/i

/** The question whether something else was meant, as written in the file. */
export const askMeant = (suggestion: string): string => `did you mean ${suggestion}?`

/** The only word that such a question names; null if it names several, or says more than `didYouMean` does. */
export function meantBy(question: string): string | null {
  const [, variable, quoted, plain] =
    /^did you mean (?:\{\{([^{}]+)\}\}|"([^"]+)"|([^"{}?]+))\?$/.exec(
      question.replace(inLines, '').replace(inCase, ''),
    ) ?? []
  const suggestion = variable ?? quoted ?? plain
  return suggestion === undefined || / or /.test(suggestion) ? null : suggestion
}

/**
 * Whether one word can only be a mistyped form of the other: other spaces or capitals, letters that nobody sees, or a letter or two wrong.
 * No word is added, no number changes, and the beginning stays the same (unlike `increase` and `decrease`).
 */
export function isTypo(typedWord: string, name: string): boolean {
  return isMisspelt(typedWord, name, 1)
}

/** The same with a mistake in each of at most `most` words. */
export function isMisspelt(typedWord: string, name: string, most = 2): boolean {
  const [wrong, right] = [wordsOf(typedWord), wordsOf(name)]
  if (wrong.join('') === right.join('')) return typedWord !== name
  if (hasForeignLetters(typedWord, name)) return true
  if (wrong.length !== right.length) return false
  const odd = wrong.flatMap((word, index) => (word === right[index] ? [] : [[word, right[index] ?? ''] as const]))
  return odd.length <= most && odd.every(([word, other]) => isMistyped(word, other))
}

/** Whether a name differs from another in letters of another alphabet alone, up to half of them: they may look alike. */
function hasForeignLetters(typedWord: string, name: string): boolean {
  const letters = [...typedWord]
  const odd = letters.filter((letter) => letter > '\x7f')
  const isLike = letters.every((letter, index) => letter > '\x7f' || letter === name[index])
  return letters.length === name.length && isLike && odd.length > 0 && 2 * odd.length <= letters.length
}

/** Words for yes and no, amounts and order. Many are one letter apart, so none is taken for a typo. */
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
    (word[0] === other[0] || (word[0] === other[1] && word[1] === other[0])) &&
    Math.abs(word.length - other.length) < 2 &&
    (changesBetween(word, other) <= limit ||
      (longer === 3 && [...word].some((_, index) => swapAt(word, index) === other)))
  )
}

/** The Levenshtein distance: how many letters to change, drop or add to turn one text into the other. */
export function editDistance(one: string, other: string): number {
  return distance(one, other)
}

/** The edit distance, with a swap of adjacent letters counted as one edit. */
function changesBetween(word: string, other: string): number {
  return Math.min(distance(word, other), ...[...word].map((_, index) => distance(swapAt(word, index), other) + 1))
}

function swapAt(word: string, index: number): string {
  return word.slice(0, index) + word.slice(index + 1, index + 2) + word.slice(index, index + 1) + word.slice(index + 2)
}

function wordsOf(text: string): string[] {
  return text
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '')
    .toLowerCase()
    .split(/[\s_-]+/)
    .filter((word) => word !== '')
}

/** Whether a word is probably a misspelling of another: at most one letter in five differs, and never more than two. */
export function isSlip(word: string, other: string): boolean {
  const limit = Math.min(2, Math.floor(Math.max(word.length, other.length) / 5))
  const [one, two] = [word.toLowerCase(), other.toLowerCase()]
  return word !== other && Math.abs(one.length - two.length) <= limit && distance(one, two) <= limit
}
