import { isJsonObject, type JsonValue } from '../../base/json/json.ts'
import { segmentsOf } from '../../base/text/characters.ts'
import { splitSentences } from '../../base/text/split-sentences.ts'

const words = new Intl.Segmenter('und', { granularity: 'word' })

/** Longer texts are split at white space: the dictionary look-up for scripts without spaces is slow. */
const dictionaryLimit = 200_000

/** Words, spaces and punctuation that join to the same text again; also in languages written without spaces. */
export function splitWords(text: string): string[] {
  if (text.length > dictionaryLimit) return text.split(/(\s+)/).filter((each) => each !== '')
  const tokens: string[] = []
  const split = (from: number, to: number): void => {
    if (from < to) for (const { segment } of segmentsOf(words, text.slice(from, to))) tokens.push(segment)
  }
  let done = 0
  for (const { 0: run, index } of text.matchAll(plainWords)) {
    split(done, index)
    tokens.push(...run.split(/(?= )|(?<= )/))
    done = index + run.length
  }
  split(done, text.length)
  return tokens
}

/** ASCII words with single spaces: their boundaries are obvious, and segmenting them takes forty times longer. */
const plainWords = /(?<![^ \n])[A-Za-z\d]{1,60}(?: [A-Za-z\d]{1,60}){0,1000}(?![^ \n])/g

/** Sentences with the space after each, which join to the same text again; a very long text is split into lines. */
export function splitPassages(text: string): string[] {
  if (text.length > dictionaryLimit) return text.split(/(?<=\n)/)
  return splitSentences(text)
}

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

/** Collecting stops at this many facts: more would not make two values noticeably more or less alike. */
const limit = 200

/** What a JSON value states, as texts: each path to a scalar, and each such path with its value. */
export function listFacts(value: JsonValue): Set<string> {
  const facts = new Set<string>()
  const walk = (each: JsonValue, path: string): void => {
    if (facts.size >= limit) return
    if (Array.isArray(each)) for (const [index, item] of each.entries()) walk(item, memberPath(path, index))
    else if (isJsonObject(each)) for (const [key, member] of Object.entries(each)) walk(member, memberPath(path, key))
    else facts.add(path).add(`${path} = ${JSON.stringify(each)}`)
  }
  walk(value, '')
  return facts
}

/** The path of a member within a value: `items[0].price`, `["due date"]`; the whole value is at ''. */
export function memberPath(path: string, member: string | number): string {
  if (typeof member === 'number') return `${path}[${member}]`
  if (!/^[\p{L}_$][\p{L}\p{N}_$-]*$/u.test(member)) return `${path}[${JSON.stringify(member)}]`
  return path === '' ? member : `${path}.${member}`
}
