import { countCharacters, countSentences, countWords } from './outside.ts'
import { isList, isMap, normal, type Plain, Written } from './plain.ts'

/** A value as the text it was written as. */
export const textOf = (value: Plain): string => (value instanceof Written ? value.source : String(value))

/** Whether a value is a number on the right side of a bound. */
export function compares(by: string, value: Plain, bound: number): boolean {
  if (!(value instanceof Written)) return false
  if (by === 'at least') return value.value >= bound
  if (by === 'at most') return value.value <= bound
  if (by === 'more than') return value.value > bound
  return by === 'less than' ? value.value < bound : value.value === bound
}

/** The JSON that a text consists of or shows in a fenced block; undefined if there is none. */
export function readJson(text: string): Plain | undefined {
  const fenced = /```(?:\w*)\n([\s\S]*?)\n?```/.exec(text)?.[1]
  for (const each of [text, fenced]) {
    try {
      if (each !== undefined) return plainOfJson(each)
    } catch {}
  }
  return undefined
}

const plainOfJson = (text: string): Plain =>
  JSON.parse(text, (_, value: unknown) =>
    typeof value === 'number' ? new Written(value, String(value)) : value,
  ) as Plain

/** The length of a value, or the number of words or sentences of a text; null if it has no such measure. */
export function measure(name: string, value: Plain): number | null {
  if (name === 'length' && isList(value)) return value.length
  if (name === 'length' && isMap(value)) return Object.keys(value).length
  if (typeof value !== 'string') return null
  if (name === 'words') return countWords(value)
  return name === 'sentences' ? countSentences(value) : countCharacters(normal(value))
}

/** The names of the types of a value. */
export function typesOf(value: Plain): string[] {
  if (value === null) return ['null']
  if (value instanceof Written) return Number.isInteger(value.value) ? ['number', 'integer'] : ['number']
  if (typeof value === 'string') return ['text']
  return typeof value === 'boolean' ? ['boolean'] : [isList(value) ? 'list' : 'object']
}
