import type { JsonObject, JsonValue } from '../../base/json.ts'
import { dash, indent, shorten, writeMember } from '../../suite/yaml/write-yaml.ts'
import type { DraftConversation, DraftSuite } from './draft/draft.ts'
import { keepLiterals, spaceBraces } from './draft/keep-literal.ts'
import { writeNotes } from './write-notes.ts'
import { writeTurn } from './write-turn.ts'

/** The text of a suite file. `agent` is null where nobody has named one. */
export function writeSuite(suite: DraftSuite, agent: string | null): string {
  const { file, name, notes, conversations } = suite
  const lines = [
    `# Imported from ${shorten(file)}`,
    ...writeNotes(notes, file),
    ...writeMember('suite', spaceBraces(name), 0),
    ...(agent === null ? ['agent: TODO # name the agent'] : writeMember('agent', agent, 0)),
    '',
    'conversations:',
    ...conversations.flatMap((each, index) => [...(index === 0 ? [] : ['']), ...indent(writeConversation(each, file))]),
  ]
  return `${lines.join('\n')}\n`
}

function writeConversation(conversation: DraftConversation, file: string): string[] {
  const { name, notes, skip, turns, laws } = conversation
  const braces: JsonObject = { ...conversation.variables }
  const keep = <T extends JsonValue>(value: T): T => keepLiterals(value, braces) as T
  const [metadata, parameters, own] = [
    keep(conversation.metadata),
    keep(conversation.parameters),
    keep(conversation.variables),
  ]
  const variables = { ...braces, ...own }
  const room = 6
  const some = (value: object): boolean => Object.keys(value).length > 0
  return [
    ...writeNotes(notes, file),
    ...dash([
      ...writeMember('name', spaceBraces(name), room),
      ...(skip === null ? [] : writeMember('skip', spaceBraces(skip), room)),
      ...(some(metadata) ? writeMember('metadata', metadata, room) : []),
      ...(some(variables) ? writeMember('variables', variables, room) : []),
      ...(some(parameters) ? writeMember('parameters', parameters, room) : []),
      ...(some(laws) ? writeMember('laws', laws, room) : []),
      'turns:',
      ...indent(turns.flatMap((turn) => writeTurn(turn, file, room + 4))),
    ]),
  ]
}
