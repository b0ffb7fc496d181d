import type { JsonObject, JsonValue } from '../base/json.ts'
import { mentionsOf } from './mentions.ts'

/** A `{{name}}` in a text of a script, without the spaces around the name. It looks ahead for the end first, so that no text takes it long. */
export const variablePattern: RegExp = /\{\{(?=[^{}]*\}\})\s*((?:[^{}\s]|\s+(?![\s}]))*)\s*\}\}/g

/**
 * The same data with every `{{name}}` in its texts replaced by the variable's value, in one pass: values are not expanded again.
 * In JSON (what something equals, metadata, the bodies of steps) a `{{name}}` alone keeps the kind of the value.
 * Unknown names stay as they are; `parseScript` has refused them.
 */
export function fillVariables<T>(data: T, variables: JsonObject): T {
  return mentionsOf(data).variable ? (fill(data, variables) as T) : data
}

function fill(data: unknown, variables: JsonObject): unknown {
  if (typeof data === 'string') return data.includes('{{') ? fillText(data, variables) : data
  if (Array.isArray(data)) return data.map((item) => fill(item, variables))
  if (typeof data !== 'object' || data === null) return data
  const kind = 'kind' in data ? data.kind : undefined
  return Object.fromEntries(
    Object.entries(data).map(([key, value]) => {
      if (key === 'at') return [key, value]
      const isJson = (kind === 'equals' && key === 'value') || key === 'body' || key === 'metadata'
      return [key, isJson ? fillJson(value, variables) : fill(value, variables)]
    }),
  )
}

/** In JSON a text that is one `{{name}}` alone becomes the value itself, of whatever kind. */
function fillJson(data: unknown, variables: JsonObject): unknown {
  if (typeof data === 'string') {
    const name = /^\{\{\s*([^{}]*?)\s*\}\}$/.exec(data)?.[1]
    return name !== undefined && Object.hasOwn(variables, name) ? variables[name] : fill(data, variables)
  }
  if (Array.isArray(data)) return data.map((item) => fillJson(item, variables))
  if (typeof data !== 'object' || data === null) return data
  return Object.fromEntries(
    Object.entries(data).map(([key, value]) => [key, key === 'at' ? value : fillJson(value, variables)]),
  )
}

function fillText(text: string, variables: JsonObject): string {
  return text.replace(variablePattern, (whole, name: string) => {
    return Object.hasOwn(variables, name) ? asText(variables[name] ?? null) : whole
  })
}

function asText(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
