import { explainPattern, type Pattern } from '../../base/linear-pattern.ts'
import { dictionary, type NamedEntry } from '../../suite/yaml/dictionary.ts'
import { list } from '../../suite/yaml/list.ts'
import type { YamlNode } from '../../suite/yaml/node.ts'
import { optional, record, required } from '../../suite/yaml/record.ts'
import { text } from '../../suite/yaml/scalar.ts'
import { type Reading, refuse, refuseType, type Shape } from '../../suite/yaml/shape.ts'
import type { Rule } from './scripted-behaviour.ts'
import { stepShape } from './step-shape.ts'

/**
 * Plain words anywhere in the message, ignoring case, or a pattern between slashes whose named groups become values.
 * Patterns are matched in linear time, as those of suites are, so that no user message can block the service.
 */
const says: Shape<Pattern> = {
  read(node, reading) {
    if (node.kind !== 'scalar' || node.source === '')
      return refuseType(reading, node, 'words or a pattern such as /order (?<order>\\d+)/i')
    const slashed = /^\/(.+)\/([imsu]*)$/s.exec(node.source)
    const source = slashed?.[1] ?? escapeWords(node.source)
    const written = { source, flags: slashed === null ? 'i' : (slashed[2] ?? '') }
    const unsound = explainPattern(written)
    return unsound === null ? written : refuse(reading, 'bad-pattern', node.at, unsound.reason, plainer)
  },
  schema: () => ({ type: 'string' }),
}

const plainer = 'write plain words, or a pattern that goes without it, such as /order (?<order>\\d+)/i'

const texts = dictionary('values', text)

const conditions = record('when', {
  says: optional('says', says, "What the user's message holds."),
  state: optional('state', texts, 'Values that earlier turns have set.'),
})

const when: Shape<Pick<Rule, 'says' | 'state'>> = {
  read(node, reading) {
    if (node.kind === 'map') {
      const read = conditions.read(node, reading)
      return read === undefined ? undefined : { says: read.says ?? null, state: toObject(read.state) }
    }
    const pattern = says.read(node, reading)
    return pattern === undefined ? undefined : { says: pattern, state: {} }
  },
  schema: (definitions) => ({ anyOf: [says.schema(definitions), conditions.schema(definitions)] }),
}

const ruleRecord = record('a rule', {
  id: required('id', text, 'A name, by which a later version can replace the rule.'),
  when: required('when', when, 'Words or a pattern of the message; or { says, state }.'),
  do: required('do', list('steps', stepShape, 1), 'What the agent does, in order.'),
  set: optional('set', texts, 'Values for later turns.'),
})

/** One rule of a scripted agent. */
export const ruleShape: Shape<Rule> = {
  read(node: YamlNode, reading: Reading) {
    const read = ruleRecord.read(node, reading)
    return read === undefined ? undefined : { id: read.id, ...read.when, do: read.do, set: toObject(read.set) }
  },
  schema: (definitions) => ruleRecord.schema(definitions),
}

function toObject(entries: readonly NamedEntry<string>[] = []): Record<string, string> {
  return Object.fromEntries(entries.map(({ name, value }) => [name, value]))
}

function escapeWords(words: string): string {
  return words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
