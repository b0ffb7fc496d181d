import { segmentsOf } from '../../base/text/characters.ts'
import { toNormalForm } from '../../base/text/normal-form.ts'

/** Encodings of the wish, for links or to keep filters from recognising it: `{{wish.base64}}`. */
export const wishForms: Readonly<Record<string, (wish: string) => string>> = {
  base64: (wish) => Buffer.from(wish).toString('base64'),
  rot13: (wish) => wish.replace(/[a-z]/gi, turnLetter),
  hex: (wish) => Buffer.from(wish).toString('hex'),
  reversed: (wish) => charactersOf(wish).reverse().join(''),
  spaced: (wish) => charactersOf(wish).join(' '),
  letters: (wish) => charactersOf(wish).join('-'),
  leet: (wish) => wish.replace(/[aeiost]/gi, (letter) => leet[letter.toLowerCase()] ?? letter),
  morse: writeMorse,
  homoglyphs: (wish) => wish.replace(/[aceiopsxy]/gi, (letter) => lookAlike[letter] ?? letter),
  'zero width': (wish) => charactersOf(wish).join('\u200b'),
  'first half': (wish) => halvesOf(wish)[0],
  'second half': (wish) => halvesOf(wish)[1],
  json: (wish) => JSON.stringify(wish),
  link: (wish) => encodeURIComponent(Buffer.from(wish).toString()), // halves of characters have no code
  'file name': (wish) => (wish.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).join('-'),
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

const charactersOf = (text: string): string[] => [...segmentsOf(graphemes, text)].map(({ segment }) => segment)

function turnLetter(letter: string): string {
  const first = letter < 'a' ? 65 : 97
  return String.fromCharCode(((letter.charCodeAt(0) - first + 13) % 26) + first)
}

const leet: Readonly<Record<string, string>> = { a: '4', e: '3', i: '1', o: '0', s: '5', t: '7' }

/** Cyrillic letters that look like Latin ones. */
const lookAlike: Readonly<Record<string, string>> = {
  a: 'а',
  c: 'с',
  e: 'е',
  i: 'і',
  o: 'о',
  p: 'р',
  s: 'ѕ',
  x: 'х',
  y: 'у',
  A: 'А',
  C: 'С',
  E: 'Е',
  I: 'І',
  O: 'О',
  P: 'Р',
  S: 'Ѕ',
  X: 'Х',
  Y: 'У',
}

const morse =
  'a.- b-... c-.-. d-.. e. f..-. g--. h.... i.. j.--- k-.- l.-.. m-- n-. o--- p.--. q--.- r.-. s... t- u..- v...- w.-- x-..- y-.-- z--.. 0----- 1.---- 2..--- 3...-- 4....- 5..... 6-.... 7--... 8---.. 9----.'
const signs = new Map(morse.split(' ').map((each) => [each.slice(0, 1), each.slice(1)]))

/** Writes letters and digits in Morse code, words separated by a slash; other characters are left out. */
function writeMorse(wish: string): string {
  const words = toNormalForm(wish.toLowerCase(), 'NFKD').split(/\s+/)
  const morseWords = words.map((word) => [...word].flatMap((letter) => signs.get(letter) ?? []).join(' '))
  return morseWords.filter((word) => word !== '').join(' / ')
}

/** Splits a wish in half, between words; a single word is split within it. */
function halvesOf(wish: string): [string, string] {
  const words = wish.split(/\s+/).filter((word) => word !== '')
  const middle = Math.ceil(words.length / 2)
  if (words.length > 1) return [words.slice(0, middle).join(' '), words.slice(middle).join(' ')]
  const letters = charactersOf(wish)
  const half = Math.ceil(letters.length / 2)
  return [letters.slice(0, half).join(''), letters.slice(half).join('')]
}
