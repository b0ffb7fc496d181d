import { isScalar, isSeq, Lexer, type Node, parseDocument, type Scalar, type YAMLMap } from 'yaml'

/** A number with its notation: `19.90` equals 19.9 in JSON and is `19.90` in a text. */
export class Written {
  readonly value: number
  readonly source: string
  constructor(value: number, source: string) {
    this.value = value
    this.source = source
  }
}

/** A value from a suite or from the service. */
export type Plain = null | boolean | string | Written | readonly Plain[] | PlainMap
export interface PlainMap {
  readonly [name: string]: Plain
}

/** Thrown where the docs say that a suite is rejected. */
export class Broken extends Error {}

export const isMap = (value: unknown): value is PlainMap =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Written)

export const isList = (value: unknown): value is readonly Plain[] => Array.isArray(value)

/** Parses the text of a suite, keeping the notation of numbers. */
export function readYaml(text: string): Plain {
  const tokens = /#[^\s#]/.test(text) ? new Lexer().lex(text) : []
  for (const token of tokens) if (/^#[^\s#]/.test(token)) throw new Broken(`a comment without a space: ${token}`)
  const document = parseDocument(text)
  if (document.errors.length > 0) throw new Broken(String(document.errors[0]))
  return plainOf(document.contents)
}

function plainOf(node: Node | null): Plain {
  if (node === null) return null
  if (isScalar(node)) return plainScalar(node)
  if (isSeq(node)) return node.items.map((item) => plainOf(item as Node))
  const pairs = (node as YAMLMap<Scalar, Node | null>).items
  return Object.fromEntries(pairs.map(({ key, value }) => [String(key.value), plainOf(value)]))
}

function plainScalar({ value, source }: Scalar): Plain {
  if (typeof value !== 'number') return value as Plain
  const numeral = source ?? String(value)
  if (/^-?\d+$/.test(numeral) && !Number.isSafeInteger(value)) throw new Broken(`${numeral} cannot be held exactly`)
  return new Written(value, numeral)
}

/** Converts JSON values to this form. */
export function plainJson(value: unknown): Plain {
  if (typeof value === 'number') return new Written(value, String(value))
  if (Array.isArray(value)) return value.map(plainJson)
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, plainJson(each)]))
  return value as Plain
}

/** Converts a value to plain JavaScript. */
export function jsonOf(value: Plain): unknown {
  if (value instanceof Written) return value.value
  if (isList(value)) return value.map(jsonOf)
  if (isMap(value)) return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, jsonOf(each)]))
  return value
}

/** Normalizes a text for comparison. */
export const normal = (text: string): string => text.normalize('NFC').replaceAll('\r\n', '\n')

const isSameText = (one: string, other: string): boolean => normal(one) === normal(other)

/** Whether two values are equal: numbers by value, texts in NFC or as `sameText` says, members in any order. */
export function isSame(one: Plain, other: Plain, sameText: typeof isSameText = isSameText): boolean {
  if (one instanceof Written) return other instanceof Written && one.value === other.value
  if (typeof one === 'string') return typeof other === 'string' && sameText(one, other)
  if (isList(one))
    return (
      isList(other) && one.length === other.length && one.every((each, at) => isSame(each, other[at] ?? null, sameText))
    )
  if (!isMap(one)) return one === other
  if (!isMap(other)) return false
  const names = Object.keys(one)
  if (names.length !== Object.keys(other).length) return false
  return names.every((name) => Object.hasOwn(other, name) && isSame(one[name] ?? null, other[name] ?? null, sameText))
}

/** The value at a path such as `items[0].id`; undefined if there is none. */
export function at(value: Plain, path: string): Plain | undefined {
  let here: Plain | undefined = value
  for (const step of path.match(/[^.[\]]+/g) ?? []) {
    if (isList(here)) here = /^\d+$/.test(step) ? here[Number(step)] : undefined
    else here = isMap(here) && Object.hasOwn(here, step) ? here[step] : undefined
    if (here === undefined) return undefined
  }
  return here
}

/** Rejects unknown keys. */
export function mappingOf(plain: Plain, keys: readonly string[], place: string): PlainMap {
  if (!isMap(plain)) throw new Broken(`${place} takes a mapping`)
  const other = Object.keys(plain).find((name) => !keys.includes(name))
  if (other !== undefined) throw new Broken(`${other} is no key of ${place}`)
  return plain
}
