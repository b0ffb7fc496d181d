import { type LawName, lawNames } from '../../base/law-name.ts'
import { dictionary, type NamedEntry } from '../yaml/collections.ts'
import { refuseUnknownKey } from '../yaml/record.ts'
import type { Shape } from '../yaml/shape.ts'
import { reason } from './fixed-text.ts'

/** When each law holds. */
const meanings: Record<LawName, string> = {
  'known entries':
    'every entry and content item is of a type that the interface knows; else the turn is *not judged*: what cannot be read may be a call or a text that was ruled out',
  'same session':
    'each answer, and the stored session, carries the id of the session that was asked for, and the stored one the name of the agent or of one that spoke',
  'time order':
    'timestamps are dates and never go back, within a turn and from turn to turn; no executionTimeMs is negative',
  'message echoed': "the user's message is exactly what was sent",
  'outputs paired': 'every output has an earlier open call of its id and name',
  'unique call ids': 'no id is used twice in the conversation',
  'no open call': 'every call has an output',
  'phases agree': 'a call and its output name one phase',
  'phases follow blueprint':
    'a function runs in a phase that the blueprint lists it for, where the blueprint is known; one that no list names may run in any',
  'agent answers': 'there is an assistant message',
  'no empty message': 'none of them is blank: spaces and characters that show nothing are blank',
  'no placeholder':
    'no `${name}` or `{{name}}` leaks into a reply (texts, buttons and their payloads, captions, names of files), unless the user typed it',
  'slices add up': 'the turns, one after the other, are the stored session',
  'version answers': 'the stored session does not name another version than the one asked for',
}

/** Transcript laws that do not hold, each by its name with a reason. */
export const relaxations: Shape<NamedEntry<string>[]> = {
  read(node, reading) {
    const read = dictionary('laws', reason).read(node, reading)
    const unknown = read?.filter(({ name }) => !lawNames.includes(name as LawName)) ?? []
    for (const { name, at } of unknown) refuseUnknownKey(reading, name, at, 'laws', lawNames)
    return unknown.length > 0 ? undefined : read
  },
  schema: () => ({
    type: 'object',
    properties: Object.fromEntries(
      lawNames.map((name) => [name, { type: 'string', description: `Holds when: ${meanings[name]}.` }]),
    ),
    additionalProperties: false,
  }),
}
