import { refuseType, type Shape } from '../yaml/shape.ts'
import { fixedText } from './fixed-text.ts'

/** Why something is as it is, in words: `true` and a number say nothing. */
export const reason: Shape<string> = {
  read(node, reading) {
    if (node.kind === 'scalar' && node.value !== null && typeof node.value !== 'string')
      return refuseType(reading, node, 'the reason in words', 'write why, for example: the tool is not there yet')
    return fixedText.read(node, reading)
  },
  schema: () => ({ type: 'string' }),
}
