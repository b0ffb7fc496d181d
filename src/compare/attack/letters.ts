import { remembering } from '../../base/memoize.ts'
import { toNormalForm } from '../../base/text/normal-form.ts'

/** The letters and digits of a text in one spelling, and where in the text each of them stands. */
export interface Letters {
  letters: string
  places: number[]
}

/** The letters and digits that a character is read as. */
export type ReadCharacter = (character: string) => string

/** How many different characters are remembered with their reading: those of a few alphabets. */
export const mostCharacters = 5_000

/** A text in one case: `ß` is `ss`, both forms of sigma are one, and so are the four forms of i in Turkish. */
export function foldCase(text: string): string {
  return text.toLowerCase().toUpperCase().toLowerCase().replaceAll('ς', 'σ').replaceAll('i\u0307', 'i')
}

/** Digits in circles that Unicode does not decompose, by the code of their zero. */
const zerosInCircles = [0x2775, 0x277f, 0x2789, 0x24f4]

/** The letters of which the others are forms. */
export const alphabet = 'abcdefghijklmnopqrstuvwxyz'

export const reverse = (text: string): string => [...text].reverse().join('')

/** One character without its accents and its ornament, in one case, with digits of any script as plain ones. */
export const foldCharacter: ReadCharacter = (character) =>
  foldCase(toNormalForm(character, 'NFKD')).replace(/[\p{Nd}\p{No}]/gu, plainDigit)

function plainDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0
  if (/[⓿🄋🄌]/u.test(digit)) return '0'
  const circled = zerosInCircles.find((zero) => code > zero && code < zero + 10)
  if (circled !== undefined) return String(code - circled)
  if (code < 0x80 || !/\p{Nd}/u.test(digit)) return digit
  let zero = code
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1
  return String((code - zero) % 10)
}

/** Leaves nothing but letters and digits. */
export const bare = (text: string): string => text.replace(/[^\p{L}\p{N}]+/gu, '')

export const readLetter: ReadCharacter = remembering(mostCharacters, (character) => bare(foldCharacter(character)))

const others: Readonly<Record<string, string>> = { æ: 'ae', œ: 'oe', ø: 'oe', þ: 'th' }

/** Reads a character as people write it who lack its key: `ä` as `ae`, `å` as `aa`. */
export const readSpelledOut: ReadCharacter = remembering(mostCharacters, (character) =>
  bare(
    foldCharacter(character)
      .replaceAll('\u0308', 'e')
      .replaceAll('\u030a', 'a')
      .replace(/[æœøþ]/g, (letter) => others[letter] ?? letter),
  ),
)

export function lettersOf(text: string, read: ReadCharacter = readLetter): Letters {
  const places: number[] = []
  let letters = ''
  let place = 0
  for (const character of text) {
    const readLetters = read(character)
    for (let index = 0; index < readLetters.length; index += 1) places.push(place)
    letters += readLetters
    place += character.length
  }
  return { letters, places }
}

/** Letters of alphabets that put spaces between words. */
const spaced = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Hebrew}\p{Script=Arabic}]/u

/** Whether adjacent characters belong together: digits always, letters where the text is short and may be chance. */
export function isGlued(one: string | undefined, other: string | undefined, isShort: boolean): boolean {
  if (one === undefined || other === undefined) return false
  if (/\p{Nd}/u.test(one) && /\p{Nd}/u.test(other)) return true
  const isWord = (each: string): boolean => spaced.test(each) || /\p{Nd}/u.test(each)
  return isShort && isWord(one) && isWord(other)
}

/** The part of a text whose letters and digits are the wanted ones, unless it lies inside a number. */
export function within(needle: string, { letters, places }: Letters, reply: string): string | null {
  for (let at = letters.indexOf(needle); at !== -1; at = letters.indexOf(needle, at + 1)) {
    const [from, last] = [places[at] ?? 0, places[at + needle.length - 1] ?? 0]
    const to = last + ((reply.codePointAt(last) ?? 0) > 0xffff ? 2 : 1)
    const piece = reply.slice(from, to)
    if (!isGlued(piece[0], reply[from - 1], false) && !isGlued(piece.at(-1), reply[to], false)) return piece
  }
  return null
}
