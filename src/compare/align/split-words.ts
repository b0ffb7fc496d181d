import { splitSentences } from '../../base/split-sentences.ts'

const words = new Intl.Segmenter('und', { granularity: 'word' })

/** Beyond this many characters words are taken to be what spaces divide: looking words up is slow for scripts without spaces. */
const dictionaryLimit = 200_000

/** A text as words, spaces and marks, which joined give the text again; works for languages that write no spaces. */
export function splitWords(text: string): string[] {
  if (text.length > dictionaryLimit) return text.split(/(\s+)/).filter((each) => each !== '')
  return Array.from(words.segment(text), ({ segment }) => segment)
}

/** A text as sentences, each with the space after it, which joined give the text again; one that is long as lines. */
export function splitPassages(text: string): string[] {
  if (text.length > dictionaryLimit) return text.split(/(?<=\n)/)
  return splitSentences(text)
}
