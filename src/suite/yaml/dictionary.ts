import type { MapNode } from './node.ts'
import type { Place } from './place.ts'
import { type Reading, refuseType, type Shape } from './shape.ts'

/** A mapping with free keys and values of one shape; kept in order, each with the place of its key. */
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
  const before = reading.problems.length
  const entries = node.entries.flatMap(({ key, keyAt, value }) => {
    const read = shape.read(value, reading)
    return read === undefined ? [] : [{ name: key, at: keyAt, value: read }]
  })
  return reading.problems.length > before ? undefined : entries
}
