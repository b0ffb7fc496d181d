import type { MapEntry, MapNode, YamlNode } from '../yaml/node.ts'
import type { Place } from '../yaml/place.ts'
import { type Reading, refuse } from '../yaml/shape.ts'
import type { Draft, Written } from './written.ts'

const deepest = 64

/**
 * Turns a value from code into a node, so that the shapes of suite files can read it; every part has the place of the
 * call that gave it. What a suite file cannot hold is refused, above all `undefined`: a missing condition would pass.
 * The text `none` is the keyword, as in a suite file; a reply of just that text is `{ equals: 'none' }`.
 */
export function nodeFromCode(value: unknown, at: Place, reading: Reading, key = 'this', depth = 0): YamlNode {
  if (depth > deepest) {
    refuse(reading, 'too-deep', at, `"${key}" nests more than ${deepest} levels`, 'does it contain itself?')
    return scalar(null, at)
  }
  const nested = (inner: unknown, name: string): YamlNode => nodeFromCode(inner, at, reading, name, depth + 1)
  if (Array.isArray(value)) return { kind: 'list', items: value.map((item) => nested(item, key)), at }
  if (value instanceof RegExp && key === 'matches') return scalar(String(value), at)
  if (isPlainObject(value)) {
    const entries = Object.entries(value).map(([name, inner]) => ({ key: name, keyAt: at, value: nested(inner, name) }))
    return { kind: 'map', entries, at }
  }
  if (isScalar(value)) {
    if (typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value))
      refuse(reading, 'ambiguous-scalar', at, `${value} may stand for other numbers too`, `write '${value}' for text`)
    return scalar(value, at)
  }
  const hint = value instanceof RegExp ? 'write { matches: /…/ }' : 'give a value, or leave the key out'
  refuse(reading, 'wrong-type', at, `expected data for "${key}", but here is ${nameOf(value)}`, hint)
  return scalar(null, at)
}

/**
 * A mapping that code built key by key. A key written in another file gets the place of the whole mapping. A key given
 * twice is refused, as in a suite file.
 */
export function nodeFromDraft({ members, site }: Draft, around: Place, reading: Reading): MapNode {
  const at = site.file === reading.file ? site.at : around
  const seen = new Set<string>()
  const entries = members.map((written): MapEntry => {
    const { key, value } = written
    const keyAt = placeOf(written, at, reading)
    if (seen.has(key)) refuse(reading, 'duplicate-key', keyAt, `"${key}" is given twice`, 'say it once')
    seen.add(key)
    return { key, keyAt, value: nodeFromCode(value, keyAt, reading, key) }
  })
  return { kind: 'map', entries, at }
}

function placeOf({ site }: Written, around: Place, { file }: Reading): Place {
  return site.file === file ? site.at : around
}

function scalar(value: null | boolean | number | string, at: Place): YamlNode {
  return { kind: 'scalar', value, source: value === null ? '' : String(value), plain: value === 'none', at }
}

function isScalar(value: unknown): value is null | boolean | number | string {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return true
  return typeof value === 'number' && Number.isFinite(value)
}

function isPlainObject(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || Object.getPrototypeOf(prototype) === null
}

function nameOf(value: unknown): string {
  if (typeof value === 'function') return 'a function'
  if (typeof value !== 'object' || value === null) return String(value)
  return `a ${value.constructor.name}`
}
