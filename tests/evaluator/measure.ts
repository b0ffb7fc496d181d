import { parseDocument } from 'yaml'
import { countCharacters, countSentences, countWords } from './outside.ts'
import { isList, isMap, normal, type Plain, plainJson, Written } from './plain.ts'

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

/** JSON in which an object has a member twice. */
export const twofold: unique symbol = Symbol('JSON that says two things')
type Read = Plain | typeof twofold

/** The JSON that a text consists of, or else that of each fenced block. */
export function readJson(text: string): Read[] {
  const whole = plainOfJson(text)
  if (whole !== undefined) return [whole]
  return [...text.matchAll(/(`{3}|~{3})\w*\n([\s\S]*?)\n?\1/g)]
    .map(([, , block = '']) => plainOfJson(block))
    .filter((each): each is Read => each !== undefined)
}

/** The value of a text that is JSON; undefined for any other. */
export function plainOfJson(text: string): Read | undefined {
  try {
    const value = plainJson(JSON.parse(text))
    return (isList(value) || isMap(value)) && saysTwice(text) ? twofold : value
  } catch {
    return undefined
  }
}

/** JSON is YAML, whose parser reports the keys that a mapping has twice. */
const saysTwice = (text: string): boolean => parseDocument(text).errors.some(({ code }) => code === 'DUPLICATE_KEY')

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
