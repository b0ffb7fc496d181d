import type { JsonObject } from '../../base/json.ts'
import { describeNode, type YamlNode } from './node.ts'
import type { Place } from './place.ts'
import type { Problem, ProblemCode } from './problem.ts'

/** One reading of one file: where its problems gather. */
export interface Reading {
  file: string
  problems: Problem[]
  /** What numbers count here, where the place says so: a unit of time such as `ms`, or `things`, which have no unit. */
  counts?: string
  /** Units of members that are known by the place they are in: `duration` of a session counts seconds. */
  memberUnits?: Readonly<Record<string, string>>
  /**
   * What is text where JSON is read: the items of a list, the whole value, or all scalars, each of which then stands for
   * its text as well as for its value.
   */
  texts?: 'items' | 'whole' | 'scalars'
}

/**
 * One piece of a language: reads a node into a value and describes itself as JSON Schema for editors.
 * `read` gives undefined after it has reported at least one problem, and only then.
 */
export interface Shape<T> {
  read(node: YamlNode, reading: Reading): T | undefined
  schema(definitions: Map<string, JsonObject>): JsonObject
}

/** Reports a problem and gives undefined, so that a reader can `return refuse(…)`. */
export function refuse(reading: Reading, code: ProblemCode, at: Place, message: string, hint?: string): undefined {
  reading.problems.push({ code, file: reading.file, at, message, ...(hint === undefined ? {} : { hint }) })
  return undefined
}

/** Reports that a node is of another kind than the one expected. */
export function refuseType(reading: Reading, node: YamlNode, expected: string, hint?: string): undefined {
  return refuse(reading, 'wrong-type', node.at, `expected ${expected}, but here is ${describeNode(node)}`, hint)
}

/**
 * The same shape where what was read has to hold more than its parts: `check` gives the value, another one made of it, or
 * undefined after it has reported what is wrong.
 */
export function checked<T, U>(
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

/** A shape with its own name in the JSON Schema (`$defs`), made on first use so that it may contain itself. */
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
