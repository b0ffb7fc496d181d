import { explainPattern, type Pattern } from '../base/linear-pattern.ts'
import { refuse, refuseType, type Shape } from '../grammar/shape.ts'

/** Reads `/source/flags`, or bare text as a pattern without flags. Backreferences and lookaround are refused: they can take exponential time. */
export const pattern: Shape<Pattern> = {
  read(node, reading) {
    if (node.kind !== 'scalar' || node.source === '')
      return refuseType(reading, node, 'a pattern', 'write it between slashes: /order \\d+/i')
    const slashed = /^\/(.*)\/([a-zA-Z]*)$/s.exec(node.source)
    const read: Pattern = { source: slashed?.[1] ?? node.source, flags: slashed?.[2] ?? '' }
    const unsound = explainPattern(read)
    return unsound === null ? read : refuse(reading, 'bad-pattern', node.at, unsound.reason, unsound.hint)
  },
  schema: () => ({ type: 'string' }),
}
