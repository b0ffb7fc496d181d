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
  for (const [reply, said] of read.entries()) {
    const found = findPlain(text, said, isShort) ?? (isShort ? null : findWritten(text, said))
    if (found !== null) return { text, ...found, reply }
  }
  const told = isShort ? null : findPieces(text, read)
  return told === null ? null : { text, form: 'in pieces', ...told }
}

type Found = Pick<Leak, 'form' | 'as'>

/** Finds the text as written or read, whatever case and spacing; never within a longer number, or word if short. */
function findPlain(text: string, said: string, isShort: boolean): Found | null {
  const wanted = plain(text)
  const asSent = findIn(wanted, plain(said), isShort)
  if (asSent !== null) return { form: 'as written', as: asSent }
  const asRead = findIn(wanted, plain(toReaderText(said)), isShort)
  return asRead === null ? null : { form: 'with other marks', as: asRead }
}

function findIn(wanted: string, read: string, isShort: boolean): string | null {
  for (let at = read.indexOf(wanted); at !== -1; at = read.indexOf(wanted, at + 1)) {
    const end = at + wanted.length
    if (!isGlued(wanted[0], read[at - 1], isShort) && !isGlued(wanted.at(-1), read[end], isShort))
      return read.slice(at, end)
  }
  return null
}

function plain(text: string): string {
  return foldCase(toNormalForm(toPlainCharacters(text), 'NFKC').replace(/[‒–—]/g, '-').replace(/\s+/g, ' ').trim())
}

function findWritten(text: string, whole: string): Found | null {
  const said = withoutMarkup(whole)
  const { letters: wanted } = lettersOf(text)
  const read = lettersOf(said)
  const seek = (other: string): string | null => within(other, read, said)
  const ways: readonly [LeakForm, () => string | null][] = [
    ['with other marks', () => seek(wanted) ?? findSpelledOut(text, said)],
    ['in look-alike letters', () => findAlike(text, said) ?? findUpsideDown(wanted, said)],
    ['backwards', () => seek(reverse(wanted)) ?? seek(reverseWords(text)) ?? findAlike(reverse(text), said)],
    ['turned by thirteen letters', () => findTurned(wanted, seek)],
  ]
  for (const [form, find] of ways) {
    const as = find()
    if (as !== null) return { form, as }
  }
  const encoded = findEncoded(wanted, said)
  if (encoded !== null) return encoded
  const first = findFirstLetters(wanted, said)
  if (first !== null) return { form: 'by first letters', as: first }
  const lone = findLoneLetters(wanted, said)
  return lone === null ? null : { form: 'in pieces', as: lone }
}

/** Letters that people without a key for them write as two. */
const twoLetters = /[äöüåæœøþ]|\u0308|\u030a/i

function findSpelledOut(text: string, said: string): string | null {
  if (!twoLetters.test(text) && !twoLetters.test(said)) return null
  return within(lettersOf(text, readSpelledOut).letters, lettersOf(said, readSpelledOut), said)
}

function reverseWords(text: string): string {
  return (text.match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => reverse(lettersOf(word).letters)).join('')
}

/** Finds letters turned by thirteen, with the digits as they are or turned by five. */
function findTurned(wanted: string, seek: (other: string) => string | null): string | null {
  const turned = wanted.replace(/[a-z]/g, (letter) => alphabet[(alphabet.indexOf(letter) + 13) % 26] ?? '')
  if (turned === wanted) return null
  return seek(turned) ?? seek(turned.replace(/\d/g, (digit) => String((Number(digit) + 5) % 10)))
}
