import type { JsonObject } from '../../base/json/json.ts'
import { mendOddSpaces } from '../../base/text/characters.ts'
import { didYouMean, oppositeOf, suggest } from '../../base/text/suggest.ts'
import { listSome } from '../../base/text/wording.ts'
import type { YamlNode } from './node.ts'
import type { Place } from './place.ts'
import { mostTold } from './problem.ts'
import { type Reading, refuse, refuseType, type Shape } from './shape.ts'

/** A key of a record: the shape of its value, and a sentence for the editor's hover. */
export interface Field<T, R extends boolean = boolean> {
  /** Its spelling in the file. @default the name of its member */
  key?: string
  shape: Shape<T>
  required: R
  doc: string
}

/** A field in words; its key comes first where that is not the name of its member. */
type Described<T> = [shape: Shape<T>, doc: string] | [key: string, shape: Shape<T>, doc: string]

export function optional<T>(...described: Described<T>): Field<T, false> {
  return { ...fieldOf(described), required: false }
}

export function required<T>(...described: Described<T>): Field<T, true> {
  return { ...fieldOf(described), required: true }
}

function fieldOf<T>(described: Described<T>): Omit<Field<T>, 'required'> {
  if (described.length === 2) return { shape: described[0], doc: described[1] }
  return { key: described[0], shape: described[1], doc: described[2] }
}

/** The keys of fields as files spell them, in their order. */
export const keysOf = (fields: Fields): string[] => Object.entries(fields).map(([member, { key = member }]) => key)

type KeyHints = Readonly<Record<string, string>>
type Fields = Record<string, Field<unknown>>
type ValueOf<F> = F extends Field<infer T> ? T : never

/** Fields under their property names, and `at`, the place of the mapping. A field's docstring is its member's. */
export type RecordOf<F> = Flat<
  { [K in keyof F as F[K] extends Field<unknown, true> ? K : never]: ValueOf<F[K]> } & {
    [K in keyof F as F[K] extends Field<unknown, true> ? never : K]?: ValueOf<F[K]>
  } & { at: Place }
>

/** An intersection as the one object that editors show. */
type Flat<T> = { [K in keyof T]: T[K] } & {}

/** The same, with defaults in place of members that were left out. */
export type WithDefaults<T, K extends keyof T> = Omit<T, K> & Required<Pick<T, K>>

/**
 * A mapping with known keys: unknown ones are refused with a did-you-mean, missing ones named. `what` is its
 * name in messages. `hints` answers keys that people know from other tools; `not x` is for any that denies the key x,
 * `*` for any other that resembles none.
 */
export function record<F extends Fields>(what: string, fields: F, hints: KeyHints = {}): Shape<RecordOf<F>> {
  const byKey = new Map(Object.entries(fields).map(([property, field]) => [field.key ?? property, { property, field }]))
  const needed = [...byKey].filter(([, { field }]) => field.required)
  return {
    read(node, reading) {
      if (node.kind !== 'map')
        return refuseType(reading, node, `a mapping for ${what}`, shapeHint(node, [...byKey.keys()]))
      const value: Record<string, unknown> = {} // with room for four members, where a literal has it for its own alone
      value.at = node.at
      const suggestions: string[] = []
      let sound = true
      for (const { key, keyAt, value: child } of node.entries) {
        const member = byKey.get(key)
        if (member === undefined) {
          suggestions.push(
            refuseUnknownKey(reading, key, keyAt, what, [...byKey.keys()], hintsBehindComma(child, hints)) ?? '',
          )
          sound = false
          continue
        }
        const read = member.field.shape.read(child, reading)
        if (read === undefined) sound = false
        else value[member.property] = read
      }
      for (const [key, { field }] of needed) {
        if (!suggestions.includes(key) && !node.entries.some((entry) => entry.key === key)) {
          const message = `${what} needs the key "${key}"`
          refuse(reading, 'missing-key', node.at, message, `add ${key}: ${lowerFirst(field.doc)}`)
          sound = false
        }
      }
      return sound ? (value as RecordOf<F>) : undefined
    },
    schema(definitions) {
      const properties: JsonObject = {}
      for (const [key, { field }] of byKey)
        properties[key] = { ...field.shape.schema(definitions), description: field.doc }
      return {
        type: 'object',
        properties,
        additionalProperties: false,
        ...(needed.length === 0 ? {} : { required: needed.map(([key]) => key) }),
      }
    },
  }
}

/** A key without a value is mostly the rest of a text that a comma cut: `{ say: From Monday to Friday, 9 to 18 }`. */
export const hintsBehindComma = (value: YamlNode, hints: KeyHints): KeyHints =>
  value.kind === 'scalar' && value.value === null && value.source === ''
    ? { ...hints, '*': 'a comma inside { } begins a new key: put the text in quotes' }
    : hints

/** Reports an unknown key; the hint names the key that was meant, as `hints` says, or the nearest one. */
export function refuseUnknownKey(
  reading: Reading,
  key: string,
  at: Place,
  what: string,
  knownKeys: readonly string[],
  hints: KeyHints = {},
): string | undefined {
  const hasRoom = reading.problems.length <= mostTold // what is not shown needs no suggestion
  const opposite = hasRoom ? oppositeOf(key, knownKeys) : undefined
  const hint =
    (Object.hasOwn(hints, key) ? hints[key] : undefined) ??
    (opposite === undefined ? undefined : hints[`not ${opposite}`]) ??
    (key === '<<' ? 'merge keys are not part of YAML 1.2: write the keys out, or use templates' : undefined) ??
    (hasRoom ? didYouMean(key, knownKeys) : undefined) ??
    hints['*'] ??
    `the keys here are ${listKeys(knownKeys)}`
  refuse(reading, 'unknown-key', at, `${what} has no key "${key}"`, hint)
  const wantedKey = /^write ([^:]+):/.exec(hint)?.[1]
  if (wantedKey !== undefined && knownKeys.includes(wantedKey)) return wantedKey
  return hasRoom ? suggest(key, knownKeys) : undefined
}

export function sameHint(keys: readonly string[], hint: string): Record<string, string> {
  return Object.fromEntries(keys.map((key) => [key, hint]))
}

function shapeHint(node: YamlNode, knownKeys: readonly string[]): string {
  const mend = node.kind === 'scalar' ? mendOddSpaces(node.source, knownKeys) : undefined
  if (mend !== undefined) return mend
  const dashed = node.kind === 'list' && node.items.every(({ kind }) => kind === 'map')
  const lead = dashed ? 'write them without "- "; ' : ''
  return `${lead}its keys are ${listKeys(knownKeys, lineRoom - lead.length)}`
}

/** What a line has room for, in characters, beside the words around it. */
const lineRoom = 204

function listKeys(knownKeys: readonly string[], room: number = lineRoom): string {
  let length = 0
  const keys = knownKeys.filter((key) => {
    length += key.length + 2
    return length <= room
  })
  return listSome(knownKeys, keys.length)
}

function lowerFirst(sentence: string): string {
  return (sentence.charAt(0).toLowerCase() + sentence.slice(1)).replace(/\.$/, '')
}
