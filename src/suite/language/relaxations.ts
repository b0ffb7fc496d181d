import { type LawName, lawNames } from '../../base/law-name.ts'
import { dictionary, type NamedEntry } from '../yaml/collections.ts'
import { refuseUnknownKey } from '../yaml/record.ts'
import { refuse, type Shape } from '../yaml/shape.ts'
import { reason } from './matchers/fixed-text.ts'

const meanings: Record<LawName, string> = {
  'known entries':
    'every entry and content item is of a type that the interface knows; else the turn is *not judged*: what cannot be read may be a call or a text that was ruled out',
  'same session':
    'each answer, and the stored session, carries the id of the session that was asked for (percent-encoded or not, in any Unicode form), and the stored one the name of the agent or of one that spoke',
  'time order':
    'timestamps are dates and never go back, within a turn and from turn to turn; no executionTimeMs is negative',
  'message echoed': "the user's message is exactly what was sent",
  'outputs paired': 'every output has an earlier open call of its id and name',
  'unique call ids': 'no id is used twice in the conversation',
  'no open call': 'every call has an output',
  'phases agree': 'a call and its output name one phase',
  'phases follow blueprint':
    'a function runs in a phase that the blueprint lists it for, where that is known; one that no list names may run in any',
  'tools declared': 'the version has each tool that is called, where files name all',
  'agent answers': 'there is an assistant message',
  'no empty message': 'none is blank, as spaces and unseen characters are',
  'no placeholder':
    'no `${name}`, `{{name}}` or `{tool.member}` leaks into a reply (texts, buttons, payloads, captions, file names), unless the user typed it',
  grounded:
    'each number, amount, percentage, date, time, id, link, phone number, email address and address in a reply was said before it, in some written form, or follows from what was: by a user, an argument or output of a tool, metadata, variables, the prompt',
  'slices add up': 'the turns, one after the other, are the stored session',
  'version answers': 'the stored session does not name another version than the one asked for',
}

/** The value that turns on the law `grounded`, which is off by default. */
const on = 'on'

/** Relaxed transcript laws, each with a reason; and `grounded: on`. */
export const relaxations: Shape<NamedEntry<string>[]> = {
  read(node, reading) {
    const read = dictionary('laws', reason).read(node, reading)
    const unknown = read?.filter(({ name }) => !lawNames.includes(name as LawName)) ?? []
    for (const { name, at } of unknown) refuseUnknownKey(reading, name, at, 'laws', lawNames)
    const idle = read?.filter(({ name, value }) => value === on && name !== 'grounded') ?? []
    for (const { name, at } of idle) {
      const hint = 'take it out, or write the reason why it does not hold here'
      if (lawNames.includes(name as LawName))
        refuse(reading, 'wrong-value', at, `the law "${name}" is on wherever no reason stands beside it`, hint)
    }
    return unknown.length + idle.length > 0 ? undefined : read
  },
  schema: () => ({
    type: 'object',
    properties: Object.fromEntries(
      lawNames.map((name) => [name, { type: 'string', description: `Holds when: ${meanings[name]}.` }]),
    ),
    additionalProperties: false,
  }),
}

export interface LawsInForce {
  relaxed: LawName[]
  /** Whether `grounded` is on; undefined if not stated. */
  grounded: boolean | undefined
}

/** Combines the `laws:` of several places, the outermost first: the innermost decides whether `grounded` is on. */
export function lawsOf(...lists: readonly (readonly NamedEntry<string>[] | undefined)[]): LawsInForce {
  const entries = lists.flatMap((each) => each ?? [])
  const entry = entries.findLast(({ name }) => name === 'grounded')
  return {
    relaxed: entries.filter(({ name }) => name !== 'grounded').map(({ name }) => name as LawName),
    grounded: entry === undefined ? undefined : entry.value === on,
  }
}
