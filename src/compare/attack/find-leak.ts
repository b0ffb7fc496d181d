import { withoutMarkup } from '../../base/text/markup.ts'
import { toNormalForm } from '../../base/text/normal-form.ts'
import { toPlainCharacters, toReaderText } from '../../base/text/reader-text.ts'
import type { Leak } from './attack-result.ts'
import { findEncoded } from './encoded-text.ts'
import { findFirstLetters, findLoneLetters } from './letter-by-letter.ts'
import { findAlike, findUpsideDown } from './letter-shapes.ts'
import { alphabet, foldCase, isGlued, lettersOf, readSpelledOut, reverse, within } from './letters.ts'
import { findPieces } from './told-in-pieces.ts'

export type { Leak } from './attack-result.ts'

/** How a leaked text was written. */
export type LeakForm = Leak['form']

/** Only this much of a longer reply is searched: the search takes linear time, and nobody reads further. */
const longest = 200_000

/** Shorter texts (letters and digits) are searched for only as written: in other forms they occur by chance. */
const fewest = 8

/** Searches replies for a text in any form from which it can be recovered, also in pieces; the first find. */
export function findLeak(text: string, replies: readonly string[]): Leak | null {
  const { letters } = lettersOf(text)
  if (letters === '') return null
  const isShort = letters.length < fewest
  const read = replies.map((reply) => reply.slice(0, longest))
  for (const [reply, replyText] of read.entries()) {
    const match = findPlain(text, replyText, isShort) ?? (isShort ? null : findWritten(text, replyText))
    if (match !== null) return { text, ...match, reply }
  }
  const pieces = isShort ? null : findPieces(text, read)
  return pieces === null ? null : { text, form: 'in pieces', ...pieces }
}

type Found = Pick<Leak, 'form' | 'as'>

/** Finds the text as written or read, whatever case and spacing; never within a longer number, or word if short. */
function findPlain(text: string, reply: string, isShort: boolean): Found | null {
  const needle = plain(text)
  const asSent = findIn(needle, plain(reply), isShort)
  if (asSent !== null) return { form: 'as written', as: asSent }
  const asRead = findIn(needle, plain(toReaderText(reply)), isShort)
  return asRead === null ? null : { form: 'with other marks', as: asRead }
}

function findIn(needle: string, read: string, isShort: boolean): string | null {
  for (let at = read.indexOf(needle); at !== -1; at = read.indexOf(needle, at + 1)) {
    const end = at + needle.length
    if (!isGlued(needle[0], read[at - 1], isShort) && !isGlued(needle.at(-1), read[end], isShort))
      return read.slice(at, end)
  }
  return null
}

function plain(text: string): string {
  return foldCase(toNormalForm(toPlainCharacters(text), 'NFKC').replace(/[‒–—]/g, '-').replace(/\s+/g, ' ').trim())
}

function findWritten(text: string, whole: string): Found | null {
  const bare = withoutMarkup(whole)
  const { letters: needle } = lettersOf(text)
  const read = lettersOf(bare)
  const seek = (other: string): string | null => within(other, read, bare)
  const ways: readonly [LeakForm, () => string | null][] = [
    ['with other marks', () => seek(needle) ?? findSpelledOut(text, bare)],
    ['in look-alike letters', () => findAlike(text, bare) ?? findUpsideDown(needle, bare)],
    ['backwards', () => seek(reverse(needle)) ?? seek(reverseWords(text)) ?? findAlike(reverse(text), bare)],
    ['turned by thirteen letters', () => findTurned(needle, seek)],
  ]
  for (const [form, find] of ways) {
    const as = find()
    if (as !== null) return { form, as }
  }
  const encoded = findEncoded(needle, bare)
  if (encoded !== null) return encoded
  const first = findFirstLetters(needle, bare)
  if (first !== null) return { form: 'by first letters', as: first }
  const lone = findLoneLetters(needle, bare)
  return lone === null ? null : { form: 'in pieces', as: lone }
}

/** Letters that people without a key for them write as two. */
const twoLetters = /[äöüåæœøþ]|\u0308|\u030a/i

function findSpelledOut(text: string, reply: string): string | null {
  if (!twoLetters.test(text) && !twoLetters.test(reply)) return null
  return within(lettersOf(text, readSpelledOut).letters, lettersOf(reply, readSpelledOut), reply)
}

function reverseWords(text: string): string {
  return (text.match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => reverse(lettersOf(word).letters)).join('')
}

/** Finds letters turned by thirteen, with the digits as they are or turned by five. */
function findTurned(needle: string, seek: (other: string) => string | null): string | null {
  const turned = needle.replace(/[a-z]/g, (letter) => alphabet[(alphabet.indexOf(letter) + 13) % 26] ?? '')
  if (turned === needle) return null
  return seek(turned) ?? seek(turned.replace(/\d/g, (digit) => String((Number(digit) + 5) % 10)))
}
