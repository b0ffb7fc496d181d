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
export function findFirstLetters(wanted: string, said: string): string | null {
  const lines = said.split(/\n+/)
  for (const before of beforeLines) {
    const letters = lines.map((line) => initialOf(line.replace(before, '')) || initialOf(line))
    if (letters.join('').includes(wanted)) return said.trim()
  }
  if (said.split(sentenceEnds).map(initialOf).join('').includes(wanted)) return said.trim()
  const blank = blankListMarks(said)
  const found = findSpelled(wanted, said, wordsOf(said), initialOf)
  return found !== null || blank === said ? found : findSpelled(wanted, said, wordsOf(blank), initialOf)
}

/** Finds a text whose letters stand alone among words, as in "the first is K, the second is E". */
export function findLoneLetters(wanted: string, said: string): string | null {
  const alone = wordsOf(blankListMarks(said)).filter(([word]) => /^(?:\p{L}|\p{N}+)$/u.test(word))
  const lettersAlone = alone.filter(([word]) => /^\p{L}$/u.test(word))
  return findSpelled(wanted, said, alone, readWord) ?? findSpelled(wanted, said, lettersAlone, readWord)
}

const wordsOf = (text: string): RegExpExecArray[] => [...text.matchAll(words)]
const readWord = (word: string): string => [...word].map(readLetter).join('')

const initialOf = (text: string): string => [...readLetter(/[\p{L}\p{N}]/u.exec(text)?.[0] ?? '')][0] ?? ''

/** The part of a text whose words, each read as a few letters, give the wanted ones; never a part of a word. */
function findSpelled(
  wanted: string,
  said: string,
  all: readonly RegExpExecArray[],
  read: (word: string) => string,
): string | null {
  let letters = ''
  const places: [from: number, to: number][] = []
  for (const { 0: word, index } of all) {
    const kept = read(word)
    for (let each = 0; each < kept.length; each += 1) places.push([index, index + word.length])
    letters += kept
  }
  for (let at = letters.indexOf(wanted); at !== -1; at = letters.indexOf(wanted, at + 1)) {
    const [from, to] = [places[at]?.[0], places[at + wanted.length - 1]?.[1]]
    const isWhole = places[at - 1]?.[0] !== from && places[at + wanted.length]?.[1] !== to
    if (isWhole) return said.slice(from, to)
  }
  return null
}
