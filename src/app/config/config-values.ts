import { isExportPlace } from '../../base/files/module-place.ts'
import { flag, text } from '../../suite/yaml/scalar.ts'
import { refuse, refuseType, type Shape, withCheck } from '../../suite/yaml/shape.ts'

const hint = 'write a number and %: 95 %'

/** A percentage from 0 to `most` as a share: `95 %` is 0.95. */
export function percent(most: number): Shape<number> {
  return {
    read(node, reading) {
      if (node.kind !== 'scalar' || node.value === null) return refuseType(reading, node, 'a percentage', hint)
      const match = /^\s*(\d+(?:\.\d+)?)\s*%\s*$/.exec(node.source)
      if (match === null) return refuse(reading, 'wrong-value', node.at, `"${node.source}" is not a percentage`, hint)
      const share = Number(match[1]) / 100
      if (share <= most) return share
      const mend = `write at most ${most * 100} %`
      return refuse(reading, 'wrong-value', node.at, `${node.source} is more than ${most * 100} %`, mend)
    },
    schema: () => ({ type: 'string', pattern: '^\\s*\\d+(\\.\\d+)?\\s*%\\s*$' }),
  }
}

/** A path, or `false` to switch off the default. */
export const pathOrOff: Shape<string | false> = {
  read(node, reading) {
    if (node.kind !== 'scalar' || typeof node.value !== 'boolean') return text.read(node, reading)
    return node.value ? refuseType(reading, node, 'a path or false', 'leave the key out for the default') : false
  },
  schema: (definitions) => ({ anyOf: [text.schema(definitions), { ...flag.schema(definitions), const: false }] }),
}

/** A module of the user's own, with an export behind # where it is not the default one. */
export const exportPlace: Shape<string> = withCheck(text, (place, reading, { at }) => {
  if (isExportPlace(place)) return place
  const hint =
    'write a file of JavaScript or TypeScript, and an export of it where it is not the default: ./mine.ts#brief'
  return refuse(reading, 'wrong-value', at, `"${place}" is no module`, hint)
})
