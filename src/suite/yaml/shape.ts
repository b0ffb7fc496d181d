import type { JsonObject } from '../../base/json/json.ts'
import { describeNode, type YamlNode } from './node.ts'
import type { Place } from './place.ts'
import type { Problem, ProblemCode } from './problem.ts'

export interface Reading {
  file: string
  problems: Problem[]
  /** The unit of numbers here, if the place defines one: a unit of time such as `ms`, or `things`, which have none. */
  counts?: string
  /** Units of members known from the place that they are in: `duration` of a session counts seconds. */
  memberUnits?: Readonly<Record<string, string>>
  /** Known to be texts: the list's items, the whole, or all scalars. Each stands for its text and its value. */
  texts?: 'items' | 'whole' | 'scalars'
  /** `parts`: about parts of a text, of which several may hold that exclude each other for the whole. */
  about?: 'one value' | 'parts'
  /** Whether the text may be blank here, so that a pattern for any other text says something. */
  mayBeBlank?: true
}

/** The same reading, with more known of the place. A spread in front would be a hidden class for each node in Node 20. */
export function refine(reading: Reading, refinement: Partial<Omit<Reading, 'file' | 'problems'>>): Reading {
  return Object.assign({ file: reading.file, problems: reading.problems }, reading, refinement)
}

/** `read` returns undefined if, and only if, it has reported at least one problem. */
export interface Shape<T> {
  read(node: YamlNode, reading: Reading): T | undefined
  schema(definitions: Map<string, JsonObject>): JsonObject
}

export type ReadOf<S> = S extends Shape<infer T> ? T : never

/** Reports a problem and returns undefined, so that a reader can `return refuse(…)`. */
export function refuse(reading: Reading, code: ProblemCode, at: Place, message: string, hint?: string): undefined {
  reading.problems.push({ code, file: reading.file, at, message, ...(hint === undefined ? {} : { hint }) })
  return undefined
}

export function refuseType(reading: Reading, node: YamlNode, expected: string, hint?: string): undefined {
  return refuse(reading, 'wrong-type', node.at, `expected ${expected}, but here is ${describeNode(node)}`, hint)
}

/** `check` returns the value, another one made from it, or undefined after reporting a problem. */
export function withCheck<T, U>(
  shape: Shape<T>,
  check: (read: T, reading: Reading, node: YamlNode) => U | undefined,
): Shape<U> {
  return {
    read(node, reading) {
      const read = shape.read(node, reading)
      return read === undefined ? undefined : check(read, reading, node)
    },
    schema: (definitions) => shape.schema(definitions),
  }
}

/** A shape with its own name in the JSON Schema (`$defs`), created on first use so that it may contain itself. */
export function withName<T>(name: string, make: () => Shape<T>): Shape<T> {
  let shape: Shape<T> | undefined
  const inner = (): Shape<T> => {
    shape ??= make()
    return shape
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
