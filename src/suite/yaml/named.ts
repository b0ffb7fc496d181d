import type { JsonObject } from '../../base/json.ts'
import type { Shape } from './shape.ts'

/** A shape with a name of its own in the JSON Schema (`$defs`), read late so that it may contain itself. */
export function named<T>(name: string, make: () => Shape<T>): Shape<T> {
  let made: Shape<T> | undefined
  const inner = (): Shape<T> => {
    made ??= make()
    return made
  }
  return {
    read: (node, reading) => inner().read(node, reading),
    schema(definitions) {
      if (!definitions.has(name)) {
        definitions.set(name, {})
        definitions.set(name, inner().schema(definitions))
      }
      return { $ref: `#/$defs/${name}` }
    },
  }
}

/** The whole JSON Schema (2020-12) of a file whose root has this shape. */
export function jsonSchema(title: string, root: Shape<unknown>): JsonObject {
  const definitions = new Map<string, JsonObject>()
  const schema = root.schema(definitions)
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title,
    ...schema,
    $defs: Object.fromEntries(definitions),
  }
}
