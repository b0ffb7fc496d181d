import { wholeNumber } from '../../suite/yaml/scalar.ts'
import type { Shape } from '../../suite/yaml/shape.ts'

/** A whole number of at least 1, or `auto` to find it out. */
export const countOrAuto: Shape<number | 'auto'> = {
  read(node, reading) {
    const isAuto = node.kind === 'scalar' && node.value === 'auto'
    return isAuto ? 'auto' : wholeNumber(1).read(node, reading)
  },
  schema: (definitions) => ({ anyOf: [wholeNumber(1).schema(definitions), { type: 'string', const: 'auto' }] }),
}
