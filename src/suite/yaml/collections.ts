import type { MapNode } from './node.ts'
import type { Place } from './place.ts'
import { type Reading, refuse, refuseType, type Shape } from './shape.ts'

/** A list whose items all have one shape. With `least: 1` an empty list is refused. */
export function list<T>(what: string, shape: Shape<T>, least: 0 | 1 = 0): Shape<T[]> {
  return {
    read(node, reading) {
      if (node.kind !== 'list') return refuseType(reading, node, `a list of ${what}`, 'begin each item with "- "')
      if (node.items.length < least) {
        const message = `this list of ${what} is empty`
        return refuse(reading, 'wrong-value', node.at, message, 'put something in, or take it out')
      }
      const before = reading.problems.length
      const items = node.items.map((item) => shape.read(item, reading))
      return reading.problems.length > before ? undefined : (items as T[])
    },
    schema: (definitions) => ({
      type: 'array',
      items: shape.schema(definitions),
      ...(least === 1 ? { minItems: 1 } : {}),
    }),
  }
}

export function oneOrMore<T>(what: string, shape: Shape<T>): Shape<T[]> {
  const many = list(what, shape, 1)
  return {
    read(node, reading) {
      if (node.kind === 'list') return many.read(node, reading)
      const one = shape.read(node, reading)
      return one === undefined ? undefined : [one]
    },
    schema: (definitions) => ({ anyOf: [shape.schema(definitions), many.schema(definitions)] }),
  }
}

/** Entries keep their order and the place of their key. */
export interface NamedEntry<T> {
  name: string
  at: Place
  value: T
}

/** Reads a mapping with free keys. `what` is its name in messages. */
export function dictionary<T>(what: string, shape: Shape<T>): Shape<NamedEntry<T>[]> {
  return {
    read(node, reading) {
      if (node.kind !== 'map')
        return refuseType(reading, node, `a mapping for ${what}`, 'write name: value on lines below it, without "- "')
      return readEntries(node, shape, reading)
    },
    schema: (definitions) => ({ type: 'object', additionalProperties: shape.schema(definitions) }),
  }
}

function readEntries<T>(node: MapNode, shape: Shape<T>, reading: Reading): NamedEntry<T>[] | undefined {
  const entries = node.entries.flatMap(({ key, keyAt, value }) => {
    const read = shape.read(value, reading)
    return read === undefined ? [] : [{ name: key, at: keyAt, value: read }]
  })
  return entries.length < node.entries.length ? undefined : entries
}
