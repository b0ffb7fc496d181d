import type { JsonObject } from '../../base/json/json.ts'
import { dictionary, list, oneOrMore } from '../../suite/yaml/collections.ts'
import { literal, literalObject } from '../../suite/yaml/literal.ts'
import { optional, type RecordOf, record, required, sameHint } from '../../suite/yaml/record.ts'
import { text, wholeNumber, word } from '../../suite/yaml/scalar.ts'
import { jsonSchema, type Reading, type ReadOf, refuse, type Shape, withCheck } from '../../suite/yaml/shape.ts'

/** A turn as a person writes it: what the customer said, what was called, and what the agent answered. */
export interface LabelledTurn {
  user?: string
  calls?: LabelledCall[]
  agent?: string[]
  /** The name of the agent that answers, where it has one. */
  name?: string
  /** The parts in sequence, where the order is not user, calls, agent. */
  inOrder?: LabelledTurn[]
}

const call = record(
  'a call',
  {
    name: required(text, 'The name of the tool.'),
    arguments: optional(literalObject, 'What it was called with.'),
    output: optional(literal, 'What it gave.'),
    /** The tool's error, where it failed. */
    error: optional(text, 'What it said, where it failed.'),
  },
  sameHint(['args', 'with', 'input', 'parameters'], 'write arguments:'),
)

/** A call as a person writes it into an example. */
export interface LabelledCall extends Omit<ReadOf<typeof call>, 'at'> {}

const turnHints = {
  ...sameHint(['assistant', 'reply', 'bot'], 'write agent:'),
  ...sameHint(['customer', 'human'], 'write user:'),
}
const members = {
  user: optional(text, 'What the customer said.'),
  calls: optional(oneOrMore('calls', call), 'What the agent called before it answered.'),
  agent: optional(oneOrMore('messages', text), 'What the agent answered: a text, or a list of messages.'),
  name: optional(text, 'Who answered, where the agent has a name.'),
}
const turn: Shape<LabelledTurn> = record(
  'a turn',
  {
    ...members,
    inOrder: optional(
      'in order',
      list('parts', record('a part of a turn', members, turnHints), 1),
      'What happened one after the other, where it is not user, calls, agent.',
    ),
  },
  turnHints,
)

const referenceFields = {
  tape: optional(text, 'A tape, by its path from this file.'),
  result: optional(text, 'What --json wrote, by its path from this file.'),
  conversation: optional(text, 'With result: the conversation, as "suites/late.yaml:5" or by name.'),
  turn: optional(wholeNumber(1), 'Which turn, counted from 1. Left out: all of the conversation.'),
}
const wholeReference = record('a transcript', referenceFields)

/** Refers to a tape, or to a conversation in a result: to one turn (counted from 1) or to all of it. */
export interface LabelReference extends ReadOf<typeof wholeReference> {}

const reference: Shape<LabelReference> = withCheck(wholeReference, checkReference)

function checkReference(read: RecordOf<typeof referenceFields>, reading: Reading): LabelReference | undefined {
  const { at, tape, result, conversation } = read
  if ((tape === undefined) === (result === undefined))
    return refuse(reading, 'wrong-value', at, 'a transcript is of a tape or of a result', 'write tape: or result:')
  if (result !== undefined && conversation === undefined)
    return refuse(
      reading,
      'missing-key',
      at,
      'a result has several conversations',
      'add conversation: "suites/late.yaml:5"',
    )
  if (tape !== undefined && conversation !== undefined)
    return refuse(reading, 'wrong-value', at, 'a tape has one conversation', 'take conversation: out')
  return read
}

const looksAt = word(['turn', 'conversation'])
const exampleFields = {
  verdict: required(word(['met', 'not met']), 'What a person found: met or not met.'),
  criterion: optional(text, 'The criterion, where it is not that of the file.'),
  looksAt: optional('looks at', looksAt, 'Only for criteria that look at this.'),
  variables: optional(dictionary('variables', text), 'Values of the {{names}} in the criterion.'),
  by: optional(text, 'Who found it.'),
  note: optional(text, 'Why.'),
  turns: optional(list('turns', turn, 1), 'What was said; the last turn is the one that is judged.'),
  transcript: optional(reference, 'A turn of a tape or of a result, instead of turns.'),
}
const wholeExample = record(
  'an example',
  exampleFields,
  sameHint(['label', 'expected', 'expect', 'answer'], 'write verdict: met, or not met'),
)

/** One labelled example as written. */
export interface WrittenExample extends ReadOf<typeof wholeExample> {}

const example: Shape<WrittenExample> = withCheck(wholeExample, (read, reading) => {
  if ((read.turns === undefined) === (read.transcript === undefined))
    return refuse(
      reading,
      'wrong-value',
      read.at,
      'an example has turns or a transcript, one of both',
      'write turns: with what was said, or transcript: with where it stands',
    )
  return read
})

export const labelsShape = record(
  'a label file',
  {
    labels: required(text, 'What is labelled here.'),
    criterion: optional(text, 'The criterion, worded exactly as in the suites.'),
    looksAt: optional('looks at', looksAt, 'Only for criteria that look at this.'),
    examples: required(list('examples', example), 'What people found.'),
  },
  sameHint(['name', 'title', 'suite'], 'write labels:'),
)

/** The JSON Schema of label files, for editors. */
export function labelsSchema(): JsonObject {
  return jsonSchema('Tableread labels', labelsShape)
}
