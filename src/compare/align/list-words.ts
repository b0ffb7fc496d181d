import { splitWords } from './split-words.ts'

/** This much of a text is enough to tell which other text it resembles; most of it is taken from the beginning. */
const head = 1_600
const tail = 400

/** The distinct words of a text in lower case; for a long text, those of its beginning and end. */
export function listWords(text: string): Set<string> {
  const short = text.length <= head + tail ? text : `${text.slice(0, head)} ${text.slice(-tail)}`
  return new Set(
    splitWords(short)
      .filter((word) => /[\p{L}\p{N}]/u.test(word))
      .map((word) => word.toLowerCase()),
  )
}
