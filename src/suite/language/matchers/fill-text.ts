import type { JsonObject, JsonValue } from '../../../base/json/json.ts'
import { mapTexts, textsIn } from '../../../base/json/walk-json.ts'
import { isBlank } from '../../../base/text/characters.ts'

/** The lookahead for the end keeps matching linear. After a backslash it means those characters themselves. */
export const variablePattern: RegExp = /(?<!\\)\{\{(?=[^{}]*\}\})\s*((?:[^{}\s]|\s+(?![\s}]))*)\s*\}\}/g

/** Numbers among variables as they were written, where that differs: `19.90`. */
export type Numerals = Record<string, string>

/** What to fill in; `negated` under a negation, and `text` where nothing but texts is judged. */
export interface Filling {
  variables: JsonObject
  numerals: Numerals
  negated: boolean
  text: boolean
  isForLater?: boolean
}

/** JSON with its texts filled in: a text that consists of one `{{name}}` becomes the value itself, of whatever type. */
export function fillJson<T>(data: T, variables: JsonObject, numerals: Numerals): T {
  return mapTexts(data as JsonValue, (text) => {
    const name = aloneIn(text)
    if (name === undefined || !Object.hasOwn(variables, name)) return fillText(text, variables, numerals)
    return variables[name] as JsonValue
  }) as T
}

/** The name in a text that is one `{{name}}` and nothing else. */
export function aloneIn(text: string): string | undefined {
  return /^\{\{\s*([^{}]*?)\s*\}\}$/.exec(text)?.[1]
}

/** The same, or one that a backslash takes out of it; then no name is captured. */
const filledPattern = new RegExp(`${variablePattern.source}|\\\\\\{\\{(?=[^{}]*\\}\\})`, 'g')

/** A text with its variables filled in; `write` adapts each value to its position in a pattern. */
export function fillText(
  text: string,
  variables: JsonObject,
  numerals: Numerals,
  write?: (value: string, offset: number) => string,
): string {
  if (!text.includes('{{')) return text
  return text.replace(filledPattern, (whole, name: string | undefined, offset: number) => {
    if (name === undefined) return write === undefined ? whole.slice(1) : whole
    if (!Object.hasOwn(variables, name)) return whole
    const value = variables[name] ?? null
    const numeral = typeof value === 'number' && Object.hasOwn(numerals, name) ? numerals[name] : undefined
    const filledText = numeral ?? (typeof value === 'string' ? value : JSON.stringify(value))
    return write?.(filledText, offset) ?? filledText
  })
}

export function namesIn(data: unknown): string[] {
  const names = textsIn(data).flatMap((text) => [...text.matchAll(variablePattern)].map(([, name = '']) => name))
  return [...new Set(names)]
}

export function emptyIn(data: unknown, variables: JsonObject): string | undefined {
  return namesIn(data).find((name) => {
    const value = Object.hasOwn(variables, name) ? variables[name] : undefined
    return value === null || (typeof value === 'string' && isBlank(value))
  })
}
