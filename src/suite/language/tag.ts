import { refuse, refuseType, type Shape } from '../yaml/shape.ts'
import { refuseVariable } from './fixed-text.ts'

/** A tag: one word of letters, digits, `-`, `_`, `.`, `/` and `:`, so that command lines and tag expressions can name it. */
export const tag: Shape<string> = {
  read(node, reading) {
    if (node.kind !== 'scalar' || node.value === null)
      return refuseType(reading, node, 'a tag', 'write one word, such as smoke')
    const { source } = node
    if (refuseVariable(source, node.at, reading)) return undefined
    if (/^[\p{L}\p{N}_./:-]+$/u.test(source) && !/^(and|or|not)$/i.test(source)) return source
    const mended = source.trim().replace(/[^\p{L}\p{N}_./:-]+/gu, '-')
    const several = source.split(',').map((each) => each.trim())
    const hint = /^(and|or|not)$/i.test(source)
      ? 'and, or and not join tags: choose another word'
      : `write ${several.length > 1 ? `[${several.join(', ')}]` : mended}`
    return refuse(reading, 'wrong-value', node.at, `"${source}" cannot be a tag`, hint)
  },
  schema: () => ({ type: 'string', pattern: '^[^\\s()!&|*]+$' }),
}
