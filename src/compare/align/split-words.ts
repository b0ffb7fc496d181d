import { splitSentences } from '../../base/split-sentences.ts'

const words = new Intl.Segmenter('und', { granularity: 'word' })

/**
 * Texts longer than this are split at white space instead: the dictionary look-up that scripts without spaces need is
 * slow.
 */
const dictionaryLimit = 200_000

/**
 * Splits a text into words, spaces and punctuation that join to the same text again; works for languages written
 * without spaces.
 */
export function splitWords(text: string): string[] {
  if (text.length > dictionaryLimit) return text.split(/(\s+)/).filter((each) => each !== '')
  return Array.from(words.segment(text), ({ segment }) => segment)
}

/**
 * Splits a text into sentences, each with the space after it, that join to the same text again; a very long text is
 * split into lines.
 */
export function splitPassages(text: string): string[] {
  if (text.length > dictionaryLimit) return text.split(/(?<=\n)/)
  return splitSentences(text)
}
