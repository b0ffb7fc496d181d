import { createRequire } from 'node:module'
import type * as Library from 'jsonpath-rfc9535'
import { firstLine, listSome } from '../text/wording.ts'
import { isJsonObject, type JsonValue } from './json.ts'

/** The values that a path leads to, in order; or the first part of it at which there is nothing, and what is there. */
export type FoundAt = { values: JsonValue[] } | { missing: string; instead: string }

let library: typeof Library | undefined

/** Loaded with the first path that is more than a pointer: most workspaces have none. */
function jsonPath(): typeof Library {
  library ??= createRequire(import.meta.url)('jsonpath-rfc9535') as typeof Library
  return library
}

/** Why a text is neither a JSON Pointer (RFC 6901) nor JSONPath (RFC 9535); null if it is one. */
export function flawOfPath(path: string): string | null {
  if (isPointer(path)) return /~(?![01])/.test(path) ? '~ is written ~0 in a JSON Pointer' : null
  if (!path.startsWith('$')) return 'a JSON Pointer begins with /, and JSONPath with $'
  try {
    jsonPath().query(null, path)
    return null
  } catch (error) {
    return firstLine((error as Error).message)
  }
}

/** Follows a path that `flawOfPath` finds none in; all before its first wildcard, filter or slice has to be there. */
export function findAt(path: string, value: JsonValue): FoundAt {
  const { steps, whole } = stepsOf(path)
  const walked = walk(steps, value)
  return whole || 'missing' in walked ? walked : { values: jsonPath().query(value, path) }
}

/** Whether nothing found means there is nothing, as in an empty list; a filter that picks none may be misspelt. */
export function meansNone(path: string, value: JsonValue): boolean {
  const { steps, whole } = stepsOf(path)
  const walked = walk(steps, value)
  const [list] = 'values' in walked ? walked.values : []
  if (whole) return true
  if (!Array.isArray(list)) return false
  return list.length === 0 || path === `${steps.at(-1)?.upTo ?? '$'}[*]`
}

/** A copy of a value without the items of a list up to the last one that a path leads to. */
export function cutThrough(path: string, value: JsonValue): JsonValue {
  const last = jsonPath().paths(value, path).at(-1)
  const steps = last === undefined ? [] : stepsOf(last).steps
  const index = Number(steps.at(-1)?.key)
  const copy = structuredClone(value)
  const list = walk(steps.slice(0, -1), copy)
  const [items] = 'values' in list ? list.values : []
  if (Array.isArray(items)) items.splice(0, index + 1)
  return copy
}

/** What stands somewhere, in words: `an object with the members a, b`. */
export function describeJson(value: JsonValue): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : `a list of ${value.length}`
  if (typeof value !== 'object') return `a ${typeof value === 'string' ? 'text' : typeof value}`
  const keys = Object.keys(value)
  return keys.length === 0 ? 'an object without members' : `an object with the members ${listSome(keys, 8)}`
}

interface Step {
  key: string
  upTo: string
}

const singular = /(?:\.([A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)|\['([^'\\]*)'\]|\["([^"\\]*)"\]|\[(\d+)\])/y

/** The steps of a path to a single place; `whole` is false if they are only its beginning. */
function stepsOf(path: string): { steps: Step[]; whole: boolean } {
  if (isPointer(path)) {
    const keys = path.split('/').slice(1)
    const steps = keys.map((key, index) => ({
      key: key.replaceAll('~1', '/').replaceAll('~0', '~'),
      upTo: `/${keys.slice(0, index + 1).join('/')}`,
    }))
    return { steps, whole: true }
  }
  const steps: Step[] = []
  singular.lastIndex = 1
  for (;;) {
    const at = singular.lastIndex
    const match = singular.exec(path)
    if (match === null) return { steps, whole: at === path.length }
    const [, ...keys] = match
    steps.push({ key: keys.find((each) => each !== undefined) ?? '', upTo: path.slice(0, singular.lastIndex) })
  }
}

function walk(steps: readonly Step[], value: JsonValue): FoundAt {
  let at = value
  for (const { key, upTo } of steps) {
    const isIndex = Array.isArray(at) && /^(?:0|[1-9]\d*)$/.test(key) && Number(key) < at.length
    if (Array.isArray(at) ? !isIndex : !isJsonObject(at) || !Object.hasOwn(at, key))
      return { missing: upTo, instead: describeJson(at) }
    at = (at as Record<string, JsonValue>)[key] as JsonValue
  }
  return { values: [at] }
}

function isPointer(path: string): boolean {
  return path === '' || path.startsWith('/')
}
