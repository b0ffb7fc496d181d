import type { JsonObject, JsonValue } from '../../src/base/json/json.ts'
import { shows, showsEntries, showsEntry, showsItem } from './mistakes.ts'
import { type Mutant, mutant } from './mutant.ts'

const entry = (rule: string, type: string, what: string, change: (entry: JsonObject) => void): Mutant =>
  mutant(rule, 'field', what, showsEntry(type, change))
const sets = (rule: string, type: string, member: string, value: JsonValue): Mutant =>
  entry(rule, type, `${member} of a ${type} is ${JSON.stringify(value)}`, (each) => {
    each[member] = value
  })
const lacks = (rule: string, type: string, member: string): Mutant =>
  entry(rule, type, `${member} of a ${type} is missing`, (each) => void delete each[member])
const item = (rule: string, type: string, member: string, value?: JsonValue): Mutant =>
  mutant(
    rule,
    'field',
    `${member} of a ${type} item is ${value === undefined ? 'missing' : JSON.stringify(value)}`,
    showsItem(type, (each) => {
      if (value === undefined) delete each[member]
      else each[member] = value
    }),
  )

const call = 'function_call'
const output = 'function_call_output'
const isOne = (type: string) => (each: JsonObject) => each.type === type

/** Entries that are lost, out of order or in another form. */
export const transcriptMutants: readonly Mutant[] = [
  entry('TRN-01', call, 'calls are called tool_call', (each) => {
    each.type = 'tool_call'
  }),
  entry('TRN-01', 'thinking', 'thinking is called reasoning', (each) => {
    each.type = 'reasoning'
  }),
  mutant(
    'TRN-02',
    'order',
    'entries come newest first',
    showsEntries((entries) => entries.toReversed()),
  ),
  mutant(
    'TRN-02',
    'order',
    'the last two entries change places',
    showsEntries((all) => [...all.slice(0, -2), ...all.slice(-2).reverse()]),
  ),
  lacks('TRN-03', 'message', 'timestamp'),
  lacks('TRN-03', output, 'timestamp'),
  sets('TRN-03', call, 'timestamp', 'yesterday'),
  sets('TRN-03', 'message', 'timestamp', 1_780_000_000_000),
  entry('TRN-04', 'message', 'the assistant is called agent', (each) => {
    if (each.role === 'assistant') each.role = 'agent'
  }),
  entry('TRN-04', 'message', 'backgroundAgent is called background', (each) => {
    if (each.role === 'backgroundAgent') each.role = 'background'
  }),
  sets('TRN-05', 'message', 'content', 'Hello'),
  entry('TRN-05', 'message', 'content is a single item', (each) => {
    if (Array.isArray(each.content)) each.content = each.content[0] ?? null
  }),
  lacks('TRN-10', call, 'name'),
  sets('TRN-10', call, 'call_id', ''),
  entry('TRN-10', call, 'arguments are JSON in a text', (each) => {
    each.arguments = JSON.stringify(each.arguments)
  }),
  lacks('TRN-11', output, 'name'),
  lacks('TRN-11', output, 'output'),
  sets('TRN-11', output, 'is_error', 'false'),
  sets('TRN-11', output, 'executionTimeMs', '40'),
  entry('TRN-12', output, 'output is the value itself', (each) => {
    if (/^[{[]/.test(String(each.output))) each.output = JSON.parse(String(each.output)) as JsonValue
  }),
  mutant(
    'TRN-13',
    'field',
    'calls are left out',
    showsEntries((all) => all.filter((each) => each.type !== call)),
  ),
  mutant(
    'TRN-13',
    'field',
    'calls stand twice',
    showsEntries((all) => all.flatMap((each) => (each.type === call ? [each, each] : [each]))),
  ),
  sets('TRN-14', call, 'call_id', 'call_1'),
  mutant(
    'TRN-14',
    'field',
    'outputs stand twice',
    showsEntries((all) => all.flatMap((each) => (each.type === output ? [each, each] : [each]))),
  ),
  mutant(
    'TRN-15',
    'order',
    'an output comes before its call',
    showsEntries((all) => {
      const at = all.findIndex(isOne(call))
      const next = all[at + 1]
      return at < 0 || next?.type !== output
        ? all
        : [...all.slice(0, at), next, all[at] as JsonObject, ...all.slice(at + 2)]
    }),
  ),
  sets('TRN-18', call, 'phase', 'before'),
  sets('TRN-18', output, 'phase', 'PRE'),
  lacks('TRN-24', 'thinking', 'thinking'),
  lacks('TRN-24', 'summary', 'summary'),
  lacks('TRN-24', 'summary', 'timestamp'),
  item('CNT-01', 'text', 'text', null),
  item('CNT-03', 'audio', 'url'),
  item('CNT-03', 'audio', 'mimeType'),
  item('CNT-04', 'file', 'filename'),
  item('CNT-04', 'file', 'url', null),
  item('CNT-05', 'button', 'payload'),
  item('CNT-05', 'button', 'text', 1),
  item('CNT-06', 'image', 'type', 'picture'),
  item('CNT-06', 'file', 'type', 'document'),
  mutant(
    'CHA-02',
    'field',
    "the user's message is left out",
    showsReply((all) => all.filter((each) => each.role !== 'user')),
  ),
  mutant(
    'CHA-02',
    'field',
    'the agent says nothing',
    showsReply((all) => all.filter((each) => each.role === 'user')),
  ),
  mutant(
    'CHA-02',
    'field',
    "the user's message is trimmed and shortened",
    showsReply((all) => {
      for (const { role, content } of all)
        if (role === 'user' && Array.isArray(content)) content[0] = { type: 'text', text: 'Hel' }
      return all
    }),
  ),
]

function showsReply(change: (entries: JsonObject[]) => JsonObject[]): Mutant['wrap'] & object {
  return shows('chat.trigger', (data) =>
    Array.isArray(data.transcript) ? { ...data, transcript: change(data.transcript as JsonObject[]) } : data,
  )
}
