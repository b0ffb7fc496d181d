import { segmentsOf } from '../../../base/text/characters.ts'
import { splitSentences } from '../../../base/text/split-sentences.ts'
import { compareLanguage, mostRead, readLanguages } from './language.ts'
import { wordLibrary } from './word-library.ts'

const library = wordLibrary<{ syllable(text: string): number }>('syllables.cjs', 'syllable/index.js')

/** With fewer words, the grade reflects single words rather than the text. */
const leastWords = 20

/** A fixed locale, so that a count never depends on the machine. */
const segmenter = new Intl.Segmenter('en', { granularity: 'word' })

/** The Flesch-Kincaid grade (Kincaid and others 1975), at least 0; in doubt below 20 words or for other languages. */
export function readingLevel(text: string): { grade: number } | { doubt: string } {
  const { words, sentences, syllables } = countProse(text)
  if (words < leastWords) return { doubt: `it has ${words} words, and a grade needs at least ${leastWords}` }
  const read = readLanguages(text)
  const english = compareLanguage(read, 'en', false)
  if (english === 'cannot tell') return { doubt: `a grade is measured only for English texts, and ${read.doubt}` }
  if (english === 'fails') return { doubt: 'a grade is measured only for English texts, and this is not one' }
  const grade = 0.39 * (words / sentences) + 11.8 * (syllables / words) - 15.59
  return { grade: Math.max(0, Math.round(grade * 10) / 10) }
}

/** Counts words with a letter in them, sentences, and syllables estimated from spelling; a link is no word. */
export function countProse(text: string): { words: number; sentences: number; syllables: number } {
  const prose = text.slice(0, mostRead).replace(/\b(?:https?:\/\/|www\.)\S+/gi, '')
  const words = [...segmentsOf(segmenter, prose)].flatMap(({ segment }) => (/\p{L}/u.test(segment) ? [segment] : []))
  const sentences = splitSentences(prose).filter((each) => /\p{L}/u.test(each)).length
  // The library finds none in some words, such as `pfft`.
  const syllables = words.reduce((sum, word) => sum + Math.max(1, library().syllable(word)), 0)
  return { words: words.length, sentences, syllables }
}
