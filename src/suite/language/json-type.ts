import { word } from '../yaml/scalar.ts'
import { refuse, type Shape } from '../yaml/shape.ts'
import type { JsonType } from './matcher.ts'

const types = ['text', 'number', 'integer', 'boolean', 'object', 'list', 'null'] as const

/** What other languages call the kinds of JSON. */
const elsewhere: Readonly<Record<string, JsonType>> = {
  string: 'text',
  str: 'text',
  array: 'list',
  bool: 'boolean',
  int: 'integer',
  float: 'number',
  map: 'object',
  dict: 'object',
}

/** A JSON kind. Any other word may be meant as a member that is called `type`, as content items have one. */
export const jsonType: Shape<JsonType> = {
  read(node, reading) {
    const known = word(types)
    if (node.kind !== 'scalar' || node.value === null || types.some((each) => each === node.source))
      return known.read(node, reading)
    const meant = Object.hasOwn(elsewhere, node.source) ? elsewhere[node.source] : undefined
    const hint =
      meant === undefined
        ? `write one of ${types.join(', ')}; a member that is called type goes under fields: { type: ${node.source} }`
        : `write ${meant}`
    return refuse(reading, 'wrong-value', node.at, `"${node.source}" is no kind of JSON value`, hint)
  },
  schema: (definitions) => word(types).schema(definitions),
}
