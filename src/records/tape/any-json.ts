import type { JsonObject, JsonValue } from '../../base/json.ts'
import { setMember } from '../../base/set-member.ts'
import type { YamlNode } from '../../suite/yaml/node.ts'
import { refuseType, type Shape } from '../../suite/yaml/shape.ts'

/** Whatever a service says, taken literally: here no scalar is ambiguous, since Tableread wrote it. */
export const anyJson: Shape<JsonValue> = {
  read: toJson,
  schema: () => ({}),
}

/** Text as it is, an empty one too. */
export const anyText: Shape<string> = {
  read: (node, reading) =>
    node.kind === 'scalar' && typeof node.value === 'string' ? node.value : refuseType(reading, node, 'text'),
  schema: () => ({ type: 'string' }),
}

/** The same, or `null`. */
export function orNull<T>(shape: Shape<T>): Shape<T | null> {
  return {
    read: (node, reading) => (node.kind === 'scalar' && node.value === null ? null : shape.read(node, reading)),
    schema: (definitions) => ({ anyOf: [{ type: 'null' }, shape.schema(definitions)] }),
  }
}

function toJson(node: YamlNode): JsonValue {
  if (node.kind === 'list') return node.items.map(toJson)
  if (node.kind === 'scalar') return node.value
  const object: JsonObject = {}
  for (const { key, value } of node.entries) setMember(object, key, toJson(value))
  return object
}
