import type { Pattern } from '../../base/linear-pattern.ts'
import { oneOrMore } from '../yaml/collections.ts'
import { record, required } from '../yaml/record.ts'
import { refuse, type Shape } from '../yaml/shape.ts'
import { refuseVariable } from './fixed-text.ts'
import { pattern } from './pattern.ts'

/** What a snapshot leaves out: what a pattern matches in any line, the agent's words, or a part of a tool's calls. */
export type IgnoredPart =
  | { pattern: Pattern }
  | { place: 'reply' }
  | { place: 'arguments' | 'output'; tool: string; path: string[] }

const part: Shape<IgnoredPart> = {
  read(node, reading) {
    const source = node.kind === 'scalar' ? node.source : ''
    if (refuseVariable(source, node.at, reading)) return undefined
    if (source === 'reply') return { place: 'reply' }
    const [, tool = '', place, path = ''] = /^calls\.([^.]+)\.(arguments|output)((?:\.[^.[\]]+)*)$/.exec(source) ?? []
    if (place === 'arguments' || place === 'output') return { place, tool, path: path.split('.').filter(Boolean) }
    if (source.startsWith('/')) {
      const read = pattern.read(node, reading)
      return read === undefined ? undefined : { pattern: read }
    }
    const hint = 'write a pattern such as /T-\\d+/, reply, or calls.create_ticket.output.id'
    return refuse(reading, 'wrong-value', node.at, 'this is neither a pattern nor a place of a snapshot', hint)
  },
  schema: () => ({ type: 'string', pattern: '^(/.+/[imsu]*|reply|calls\\..+\\.(arguments|output)(\\..+)?)$' }),
}

/** Settings of the snapshots of a suite or a conversation. */
export const snapshotSettings = record('snapshots', {
  ignore: required(
    'ignore',
    oneOrMore('parts', part),
    'What varies from run to run: a pattern (/T-\\d+/), reply, or a place such as calls.create_ticket.output.id.',
  ),
})
