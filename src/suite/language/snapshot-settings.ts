import { compilePattern, type Pattern } from '../../base/patterns/linear-pattern.ts'
import { oneOrMore } from '../yaml/collections.ts'
import type { Place } from '../yaml/place.ts'
import { record, required } from '../yaml/record.ts'
import { refuse, type Shape } from '../yaml/shape.ts'
import { refuseVariable } from './matchers/fixed-text.ts'
import { pattern } from './matchers/pattern.ts'

/** What a snapshot leaves out: what a pattern matches in any line, the agent's words, or a part of a tool's calls. */
export type IgnoredPart =
  | { pattern: Pattern }
  | { place: 'reply' }
  | { place: 'arguments' | 'output'; tool: string; at: Place; path: string[] }

/** Lines of a snapshot with little in common. */
const unlikeLines = ['Where is my order?', 'IT WAS SENT ON 3 MAY.', 'book(at: noon, seats: 2)', '{"ok": true} 120 ms']

function leavesNothing(read: Pattern, line: string): boolean {
  const matches = compilePattern(read).findAll(line)
  return !/[\p{L}\p{N}]/u.test(matches.reduce((rest, each) => (each === '' ? rest : rest.replaceAll(each, '')), line))
}

const part: Shape<IgnoredPart> = {
  read(node, reading) {
    const source = node.kind === 'scalar' ? node.source : ''
    if (refuseVariable(source, node.at, reading)) return undefined
    if (source === 'reply') return { place: 'reply' }
    const [, tool = '', place, path = ''] = /^calls\.([^.]+)\.(arguments|output)((?:\.[^.[\]]+)*)$/.exec(source) ?? []
    if (place === 'arguments' || place === 'output')
      return { place, tool, at: node.at, path: path.split('.').filter(Boolean) }
    if (source.startsWith('/')) {
      const read = pattern.read(node, reading)
      if (read === undefined) return undefined
      if (!unlikeLines.every((line) => leavesNothing(read, line))) return { pattern: read }
      const hint = 'say what varies, such as /T-\\d+/'
      const message = 'the pattern takes every line, so nothing is left to compare'
      return refuse(reading, 'bad-pattern', node.at, message, hint)
    }
    const hint = 'write a pattern such as /T-\\d+/, reply, or calls.create_ticket.output.id'
    return refuse(reading, 'wrong-value', node.at, 'this is neither a pattern nor a place of a snapshot', hint)
  },
  schema: () => ({ type: 'string', pattern: '^(/.+/[imsu]*|reply|calls\\..+\\.(arguments|output)(\\..+)?)$' }),
}

export const snapshotSettings = record('snapshots', {
  ignore: required(
    oneOrMore('parts', part),
    'What varies from run to run: a pattern (/T-\\d+/), reply, or a place such as calls.create_ticket.output.id.',
  ),
})
