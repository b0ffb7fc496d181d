import { flag, text } from '../../suite/yaml/scalar.ts'
import { refuseType, type Shape } from '../../suite/yaml/shape.ts'

/** A path, or `false` to switch off what would stand there. */
export const pathOrOff: Shape<string | false> = {
  read(node, reading) {
    if (node.kind !== 'scalar' || typeof node.value !== 'boolean') return text.read(node, reading)
    return node.value ? refuseType(reading, node, 'a path or false', 'leave the key out for the default') : false
  },
  schema: (definitions) => ({ anyOf: [text.schema(definitions), { ...flag.schema(definitions), const: false }] }),
}
