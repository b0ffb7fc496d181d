import { readLetter } from './letters.ts'
import { blankListMarks } from './list-marks.ts'

/** What may stand before a line's first letter: nothing, a list item's number, letter or Roman number, or a label. */
const beforeLines: readonly RegExp[] = [
  /^/,
  /^[^\p{L}\p{N}]*\p{N}{1,3}[^\p{L}\p{N}]+/u,
  /^[^\p{L}\p{N}]*(?:\p{L}|[ivxlc]{1,5})[.):\]]/iu,
  /^\|?[^:=|→]{1,30}[:=|→]/,
]

/** What ends a sentence: a full stop with space behind it, one of Chinese and Japanese, or the end of a line. */
const sentenceEnds = /[.!?…]["'”’»)\]*_]*\s+|[。！？]|\n+/

/** Words; `aren't` is one. */
const words = /[\p{L}\p{N}]+(?:['’]\p{L}+)*/gu

/** Finds a text that is spelled by the first letters of lines, of sentences or of words. */
export function findFirstLetters(needle: string, reply: string): string | null {
  const lines = reply.split(/\n+/)
  for (const before of beforeLines) {
    const letters = lines.map((line) => initialOf(line.replace(before, '')) || initialOf(line))
    if (letters.join('').includes(needle)) return reply.trim()
  }
  if (reply.split(sentenceEnds).map(initialOf).join('').includes(needle)) return reply.trim()
  const blank = blankListMarks(reply)
  const span = findSpelled(needle, reply, wordsOf(reply), initialOf)
  return span !== null || blank === reply ? span : findSpelled(needle, reply, wordsOf(blank), initialOf)
}

/** Finds a text whose letters stand alone among words, as in "the first is K, the second is E". */
export function findLoneLetters(needle: string, reply: string): string | null {
  const alone = wordsOf(blankListMarks(reply)).filter(([word]) => /^(?:\p{L}|\p{N}+)$/u.test(word))
  const lettersAlone = alone.filter(([word]) => /^\p{L}$/u.test(word))
  return findSpelled(needle, reply, alone, readWord) ?? findSpelled(needle, reply, lettersAlone, readWord)
}

const wordsOf = (text: string): RegExpExecArray[] => [...text.matchAll(words)]
const readWord = (word: string): string => [...word].map(readLetter).join('')

const initialOf = (text: string): string => [...readLetter(/[\p{L}\p{N}]/u.exec(text)?.[0] ?? '')][0] ?? ''

/** The part of a text whose words, each read as a few letters, give the wanted ones; never a part of a word. */
function findSpelled(
  needle: string,
  reply: string,
  all: readonly RegExpExecArray[],
  read: (word: string) => string,
): string | null {
  let letters = ''
  const places: [from: number, to: number][] = []
  for (const { 0: word, index } of all) {
    const initials = read(word)
    for (let each = 0; each < initials.length; each += 1) places.push([index, index + word.length])
    letters += initials
  }
  for (let at = letters.indexOf(needle); at !== -1; at = letters.indexOf(needle, at + 1)) {
    const [from, to] = [places[at]?.[0], places[at + needle.length - 1]?.[1]]
    const isWhole = places[at - 1]?.[0] !== from && places[at + needle.length]?.[1] !== to
    if (isWhole) return reply.slice(from, to)
  }
  return null
}
