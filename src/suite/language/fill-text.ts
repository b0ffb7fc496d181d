import { isBlank } from '../../base/characters.ts'
import type { JsonObject } from '../../base/json.ts'
import { mapMembers, textsIn } from '../../base/walk-json.ts'

/**
 * A `{{name}}` in a text of a script; the spaces around the name are not captured. The lookahead for the end
 * keeps matching linear on any text.
 */
export const variablePattern: RegExp = /\{\{(?=[^{}]*\}\})\s*((?:[^{}\s]|\s+(?![\s}]))*)\s*\}\}/g

/** Numbers among variables as they were written, where that differs: `19.90`. */
export type Numerals = Record<string, string>

/** What to fill in; `negated` under a negation. */
export interface Filling {
  variables: JsonObject
  numerals: Numerals
  negated: boolean
}

/** JSON with its texts filled in: a text that consists of one `{{name}}` becomes the value itself, of whatever type. */
export function fillJson<T>(data: T, variables: JsonObject, numerals: Numerals): T {
  return replaceJson(data, variables, numerals) as T
}

function replaceJson(data: unknown, variables: JsonObject, numerals: Numerals): unknown {
  if (typeof data === 'string') {
    const name = aloneIn(data)
    return name !== undefined && Object.hasOwn(variables, name) ? variables[name] : fillText(data, variables, numerals)
  }
  return mapMembers(data, (value) => replaceJson(value, variables, numerals))
}

/** The name in a text that is one `{{name}}` and nothing else. */
export function aloneIn(text: string): string | undefined {
  return /^\{\{\s*([^{}]*?)\s*\}\}$/.exec(text)?.[1]
}

/** A text with its variables filled in; `write` adapts each value to its position. */
export function fillText(
  text: string,
  variables: JsonObject,
  numerals: Numerals,
  write: (value: string, offset: number) => string = (value) => value,
): string {
  if (!text.includes('{{')) return text
  return text.replace(variablePattern, (whole, name: string, offset: number) => {
    if (!Object.hasOwn(variables, name)) return whole
    const value = variables[name] ?? null
    const numeral = typeof value === 'number' && Object.hasOwn(numerals, name) ? numerals[name] : undefined
    return write(numeral ?? (typeof value === 'string' ? value : JSON.stringify(value)), offset)
  })
}

/** The names in the texts of a value, without duplicates. */
export function namesIn(data: unknown): string[] {
  const names = textsIn(data).flatMap((text) => [...text.matchAll(variablePattern)].map(([, name = '']) => name))
  return [...new Set(names)]
}

/** The first name in a value that stands for an empty or blank text, or null. */
export function emptyIn(data: unknown, variables: JsonObject): string | undefined {
  return namesIn(data).find((name) => {
    const value = Object.hasOwn(variables, name) ? variables[name] : undefined
    return value === null || (typeof value === 'string' && isBlank(value))
  })
}
