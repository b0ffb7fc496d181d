import type { JsonValue } from '../../base/json.ts'
import { suiteSchema } from '../language/export-schema.ts'

let words: ReadonlySet<string> | undefined

/** Whether a word is a key or a value of the suite language, at whatever place. */
export function isLanguageWord(word: string): boolean {
  words ??= new Set(wordsIn(suiteSchema()))
  return words.has(word)
}

function wordsIn(schema: JsonValue): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  if (Array.isArray(schema)) return schema.flatMap(wordsIn)
  return Object.entries(schema).flatMap(([key, value]) => [
    ...(key === 'properties' && typeof value === 'object' && value !== null ? Object.keys(value) : []),
    ...(key === 'enum' && Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []),
    ...(key === 'const' && typeof value === 'string' ? [value] : []),
    ...wordsIn(value),
  ])
}
