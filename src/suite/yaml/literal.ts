import { isJsonObject, type JsonObject, type JsonValue, setMember } from '../../base/json/json.ts'
import { isExactNumber } from '../../base/json/json-text.ts'
import type { ScalarNode, YamlNode } from './node.ts'
import { type Reading, refuse, refuseType, type Shape } from './shape.ts'

/** Any JSON value, taken literally. Plain scalars that YAML would silently change are refused. */
export const literal: Shape<JsonValue> = {
  read(node, reading) {
    const before = reading.problems.length
    const value = toJson(node, reading)
    return reading.problems.length > before ? undefined : value
  },
  schema: () => ({}),
}

export const literalObject: Shape<JsonObject> = {
  read(node, reading) {
    const value = literal.read(node, reading)
    if (value === undefined || isJsonObject(value)) return value
    return refuseType(reading, node, 'a mapping', 'write name: value on lines below it, or { name: value }')
  },
  schema: () => ({ type: 'object' }),
}

/** `012`, `1e3`, `0x1F`, `+1`, `.5`, `yes`, `22:00` depend on the YAML version. True if it was refused. */
export function refuseAmbiguous(node: ScalarNode, reading: Reading): boolean {
  if (!node.plain || node.value === null || typeof node.value === 'boolean') return false
  const { source } = node
  if (typeof node.value === 'number') {
    if (/^-?(0|[1-9]\d*)(\.\d+)?$/.test(source) && isExactNumber(source)) return false
    const message = `${source} is read as the number ${node.value}`
    const hint = `write "${source}" for text, or ${/^-?\d+\.\d+$/.test(source) ? 'a number of fewer digits' : 'the number in plain digits'}`
    refuse(reading, 'ambiguous-scalar', node.at, message, hint)
    return true
  }
  if (!/^(yes|no|on|off|y|n)$/i.test(source) && !/^\d+(:[0-5]?\d)+$/.test(source)) return false
  const message = `${source} is text here but something else to YAML 1.1 tools`
  const hint = `write "${source}"${/^[yno]/i.test(source) ? ', or true or false' : ''}`
  refuse(reading, 'ambiguous-scalar', node.at, message, hint)
  return true
}

function toJson(node: YamlNode, reading: Reading): JsonValue {
  if (node.kind === 'list') return node.items.map((item) => toJson(item, reading))
  if (node.kind === 'scalar') {
    refuseAmbiguous(node, reading)
    return node.value
  }
  const object: JsonObject = {}
  for (const { key, value } of node.entries) setMember(object, key, toJson(value, reading))
  return object
}
