import { hintForNoData, nameOfNoData } from '../../base/json/plain-data.ts'
import type { MapEntry, MapNode, YamlNode } from '../yaml/node.ts'
import type { Place } from '../yaml/place.ts'
import { type Reading, refuse } from '../yaml/shape.ts'
import type { MappingDraft } from './written.ts'

const deepest = 64

/** Keys whose values are compared, at any depth: there a regular expression is the pattern that it is in a suite file. */
const compared = [
  ...['expect', 'requires', 'every turn', 'session', 'matches', 'capture', 'snapshots'],
  ...['when', 'done when', 'gives up when', 'toHaveReplied', 'toHaveCalled'],
]

/**
 * Turns a value from code into a node, so that the shapes of suite files can read it; every part has the place
 * of the call that gave it. What a suite file cannot hold is refused, above all `undefined`: a missing
 * condition would pass. The text `none` is the keyword, as in a suite file; a reply with just that text is
 * `{ equals: 'none' }`.
 */
export function nodeFromCode(
  value: unknown,
  at: Place,
  reading: Reading,
  key = 'this',
  around: readonly unknown[] = [],
  isCompared: boolean = compared.includes(key),
): YamlNode {
  if (value instanceof RegExp && isCompared) return scalar(String(value), at)
  const name = nameOfNoData(value)
  if (name !== null) {
    refuse(reading, 'wrong-type', at, `expected data for "${key}", but here is ${name}`, hintForNoData(value))
    return scalar(null, at)
  }
  if (isScalar(value)) {
    if (typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value))
      refuse(reading, 'ambiguous-scalar', at, `${value} may stand for other numbers too`, `write '${value}' for text`)
    return scalar(value, at)
  }
  // A value that contains itself twice would grow exponentially before it is too deep.
  if (around.includes(value) || around.length > deepest) {
    const what = around.includes(value) ? 'contains itself' : `nests more than ${deepest} levels`
    refuse(reading, 'too-deep', at, `"${key}" ${what}`, 'give data that ends, as a suite file has it')
    return scalar(null, at)
  }
  const nested = (inner: unknown, inside: string): YamlNode =>
    nodeFromCode(inner, at, reading, inside, [...around, value], isCompared || compared.includes(inside))
  if (Array.isArray(value)) return { kind: 'list', items: Array.from(value, (item) => nested(item, key)), at }
  const members = Object.entries(value as object)
  return {
    kind: 'map',
    entries: members.map(([own, inner]) => ({ key: own, keyAt: at, value: nested(inner, own) })),
    at,
  }
}

/** A key written in another file gets the place of the whole mapping. */
export function nodeFromDraft({ members, site }: MappingDraft, around: Place, reading: Reading): MapNode {
  const at = site.file === reading.file ? site.at : around
  const keys = new Set<string>()
  const entries = members.map((member): MapEntry => {
    const { key, value } = member
    const keyAt = member.site.file === reading.file ? member.site.at : at
    if (keys.has(key)) refuse(reading, 'duplicate-key', keyAt, `"${key}" is given twice`, 'say it once')
    keys.add(key)
    return { key, keyAt, value: nodeFromCode(value, keyAt, reading, key) }
  })
  return { kind: 'map', entries, at }
}

function scalar(value: null | boolean | number | string, at: Place): YamlNode {
  return { kind: 'scalar', value, source: value === null ? '' : String(value), plain: value === 'none', at }
}

function isScalar(value: unknown): value is null | boolean | number | string {
  return value === null || typeof value !== 'object'
}
