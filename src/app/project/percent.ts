import { refuse, refuseType, type Shape } from '../../suite/yaml/shape.ts'

const hint = 'write a number and %: 95 %'

/** A share written in percent, from 0 to `most`: `95 %` is 0.95. */
export function percent(most: number): Shape<number> {
  return {
    read(node, reading) {
      if (node.kind !== 'scalar' || node.value === null) return refuseType(reading, node, 'a percentage', hint)
      const found = /^\s*(\d+(?:\.\d+)?)\s*%\s*$/.exec(node.source)
      if (found === null) return refuse(reading, 'wrong-value', node.at, `"${node.source}" is not a percentage`, hint)
      const share = Number(found[1]) / 100
      if (share <= most) return share
      return refuse(reading, 'wrong-value', node.at, `${node.source} is more than ${most * 100} %`)
    },
    schema: () => ({ type: 'string', pattern: '^\\s*\\d+(\\.\\d+)?\\s*%\\s*$' }),
  }
}
