import type { JsonObject, JsonValue } from '../../../base/json/json.ts'
import { pattern } from '../../../suite/language/matchers/pattern.ts'
import type { Reading } from '../../../suite/yaml/shape.ts'
import { bareIfOne, type Condition } from './draft.ts'

/** One mapping that demands all conditions: those with the same options share a mapping, others go under `all`. */
export function joinConditions(conditions: readonly Condition[]): JsonObject {
  const groups: JsonObject[] = []
  for (const condition of uniqueConditions(conditions)) {
    const match = groups.find((each) => comparesAlike(each, condition) && fits(each, condition))
    const group: JsonObject = match ?? {}
    if (match === undefined) groups.push(group)
    for (const [key, value] of Object.entries(condition))
      group[key] = listKeys.includes(key) ? [...asList(group[key]), ...asList(value)] : value
  }
  const shapes = groups.map(tidy)
  const [first = {}] = shapes
  return shapes.length <= 1 ? first : { all: shapes }
}

const options = ['ignore case', 'ignore spaces']
const listKeys = ['contains', 'matches', 'not']

export function uniqueConditions(conditions: readonly Condition[]): Condition[] {
  return [...new Map(conditions.map((each) => [JSON.stringify(each), each])).values()]
}

function comparesAlike(one: Condition, other: Condition): boolean {
  return options.every((option) => one[option] === other[option])
}

/** Whether a condition can join a mapping: lists and negations can; any other key may occur only once. */
function fits(group: Condition, condition: Condition): boolean {
  return Object.keys(condition).every(
    (key) => options.includes(key) || listKeys.includes(key) || !Object.hasOwn(group, key),
  )
}

function asList(value: JsonValue | undefined): JsonValue[] {
  return value === undefined ? [] : Array.isArray(value) ? value : [value]
}

function tidy(group: JsonObject): JsonObject {
  const condition: JsonObject = {}
  for (const [key, value] of Object.entries(group)) {
    if (options.includes(key)) continue
    const single = listKeys.includes(key) && Array.isArray(value) && value.length === 1
    if (key === 'not' && !single) condition.none = value
    else condition[key] = single ? (value[0] ?? value) : value
  }
  for (const option of options) if (group[option] === true) condition[option] = true
  return condition
}

export function negateCondition(condition: Condition): Condition {
  if (condition.empty === true) return { empty: false }
  const beside: JsonObject = {}
  const parts: JsonObject[] = []
  for (const [key, value] of Object.entries(condition)) {
    if (options.includes(key)) beside[key] = value
    else if ((key === 'contains' || key === 'matches') && Array.isArray(value))
      parts.push(...value.map((each) => ({ [key]: each })))
    else parts.push({ [key]: value })
  }
  return parts.length > 1 ? { not: { all: parts, ...beside } } : { not: condition }
}

/** The note beside every condition on how similar a reply is. */
export const measuredHere = 'similarity is measured by characters and numbers here, and from 0.6 on: try it out'

/** A regular expression as a suite writes it, or why our engine, which runs in linear time, rejects it. */
type PatternRead = { ok: true; text: string } | { ok: false; why: string }

/** Reads the source and the flags of another engine's regular expression. */
export function readPattern(source: string, flags: string): PatternRead {
  const at = { line: 1, column: 1, length: 1 }
  const text = `/${source}/${flags}`
  const reading: Reading = { file: '', problems: [] }
  const read = pattern.read({ kind: 'scalar', value: text, source: text, plain: false, at }, reading)
  if (read !== undefined && read.source === source) return { ok: true, text }
  return { ok: false, why: reading.problems[0]?.message ?? 'the pattern cannot be used' }
}

/** Reads a regular expression that is written between slashes, with flags after them, or bare. */
export function readLiteral(text: string): PatternRead {
  const [, source = text, flags = ''] = /^\/(.*)\/([a-z]*)$/s.exec(text) ?? []
  return readPattern(source, flags.replace(/[^ims]/g, ''))
}

/** Expects a reply to resemble one of these texts; null where none of them has letters or figures. */
export function similarTo(texts: readonly string[], render: (text: string) => string): Condition | null {
  const samples = texts.filter((each) => /[\p{L}\p{N}]/u.test(each)).map(render)
  return samples.length === 0 ? null : { 'similar to': bareIfOne(samples) }
}
