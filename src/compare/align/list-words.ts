import { splitWords } from './split-words.ts'

/** So much of a text is enough to tell which text it resembles; most of it from the beginning. */
const head = 1_600
const tail = 400

/** The different words of a text, in small letters; of a long text those of its beginning and end. */
export function listWords(text: string): Set<string> {
  const short = text.length <= head + tail ? text : `${text.slice(0, head)} ${text.slice(-tail)}`
  return new Set(
    splitWords(short)
      .filter((word) => /[\p{L}\p{N}]/u.test(word))
      .map((word) => word.toLowerCase()),
  )
}
