import { refuseType, type Shape } from '../../suite/yaml/shape.ts'

/** A duration: `120 ms` or `2 s`. */
export const milliseconds: Shape<number> = {
  read(node, reading) {
    const found = node.kind === 'scalar' ? /^(\d+(?:\.\d+)?) *(ms|s)$/.exec(node.source) : null
    if (found === null) return refuseType(reading, node, 'a time such as 120 ms or 2 s')
    return Math.round(Number(found[1]) * (found[2] === 's' ? 1_000 : 1))
  },
  schema: () => ({ type: 'string', pattern: '^\\d+(\\.\\d+)? *(ms|s)$' }),
}
