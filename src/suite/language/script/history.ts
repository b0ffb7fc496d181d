import type { JsonObject, JsonValue } from '../../../base/json/json.ts'
import { toNormalForm } from '../../../base/text/normal-form.ts'
import type { TranscriptEntry } from '../../../wire/api/transcript-entry.ts'
import { list } from '../../yaml/collections.ts'
import { literal, literalObject } from '../../yaml/literal.ts'
import type { Place, WithPlace } from '../../yaml/place.ts'
import { optional, type RecordOf, record, required, sameHint } from '../../yaml/record.ts'
import { text, withPlace, word } from '../../yaml/scalar.ts'
import { type Reading, refuse, refuseType, type Shape, withCheck } from '../../yaml/shape.ts'
import type { CallPhase } from '../expectations/call-expectation.ts'
import { fixedNames, fixedText, ownNames, refuseName, shownText, toolName } from '../matchers/fixed-text.ts'
import { capture } from './capture.ts'
import type { Turn } from './turn.ts'

/** What was said and called before the first turn of a conversation. */
export interface History {
  at: Place
  /** The file of a stored session that it comes from; its exchanges are empty until it was read. */
  from?: WithPlace<string>
  exchanges: HistoryTurn[]
  /** How many turns of the conversation it takes the place of: the first one sent is the next. @default 0 */
  replaces?: number
}

/** One turn of a history: what the user said, null where the agent opened, and all that belongs to it, in order. */
export interface HistoryTurn {
  turn: Turn
  entries: StatedEntry[]
}

/** An entry of a history, as it is written, or as a file has it. */
export type StatedEntry = SaidBefore | CalledBefore | { stored: TranscriptEntry }

interface SaidBefore {
  by: 'user' | 'agent'
  words: WithPlace<string>
  /** The agent that spoke, if it was another one. */
  agentName?: WithPlace<string>
}

interface CalledBefore {
  tool: string
  at: Place
  /** `output` is left out where the tool returned nothing. */
  body: { arguments: JsonObject; output?: JsonValue }
  isError: boolean
  phase: CallPhase
}

const callFields = {
  with: optional(literalObject, 'The arguments.'),
  returns: optional(literal, 'What the tool returned: text, or JSON.'),
  error: optional(literal, 'What the tool said when it failed.'),
  phase: optional(word(['pre', 'during', 'post']), 'pre, during or post; during unless given.'),
}

const callDetails = record('a call of the history', callFields, {
  ...sameHint(['args', 'arguments', 'input', 'params', 'exactly'], 'write the arguments under with:'),
  ...sameHint(['output', 'result'], 'write what the tool gave back under returns:'),
  is_error: 'write error: and what the tool said',
})

const calledBefore: Shape<CalledBefore> = {
  read(node, reading) {
    const [entry, second] = node.kind === 'map' ? node.entries : []
    if (entry === undefined) {
      const hint = 'write call: { lookup_order: { with: …, returns: … } }'
      return refuseType(reading, node, 'a tool with its details', hint)
    }
    if (second !== undefined)
      return refuse(reading, 'wrong-type', second.keyAt, 'a call is one tool', 'begin each call with "- call:"')
    if (refuseName(entry.key, entry.keyAt, reading)) return undefined
    const none = entry.value.kind === 'scalar' && entry.value.value === null
    const read = none ? {} : callDetails.read(entry.value, reading)
    if (read === undefined) return undefined
    const { with: args = {}, returns, error, phase = 'during' } = read as RecordOf<typeof callFields>
    if (returns !== undefined && error !== undefined) {
      const message = 'a call either returned something or failed'
      return refuse(reading, 'wrong-value', entry.keyAt, message, 'keep returns, or error')
    }
    const output = error ?? returns
    return {
      tool: toNormalForm(entry.key, 'NFC'),
      at: entry.keyAt,
      body: { arguments: args, ...(output === undefined ? {} : { output }) },
      isError: error !== undefined,
      phase,
    }
  },
  schema: (definitions) => ({
    type: 'object',
    propertyNames: toolName.schema(definitions),
    additionalProperties: { anyOf: [callDetails.schema(definitions), { type: 'null' }] },
    minProperties: 1,
    maxProperties: 1,
  }),
}

const entryFields = {
  user: optional(withPlace(text), 'What the user said.'),
  agent: optional(withPlace(text), 'What the agent said.'),
  agentName: optional(withPlace(shownText), 'Beside agent: the agent that said it, if it was another one.'),
  call: optional(calledBefore, 'A tool that the agent called: { lookup_order: { with: …, returns: … } }.'),
  capture: optional(
    ownNames(fixedNames('captures', capture)),
    'Beside user: values of what the agent did in answer, for later {{name}}.',
  ),
}

const entryRecord = record('an entry of the history', entryFields, {
  ...sameHint(['say', 'message', 'input', 'human', 'customer'], 'write what the user said under user:'),
  ...sameHint(['assistant', 'bot', 'reply', 'ai'], 'write what the agent said under agent:'),
  ...sameHint(['calls', 'tool', 'function_call'], 'write call: { lookup_order: { with: …, returns: … } }'),
  ...sameHint(['expect', 'requires'], 'a history is given, so nothing is expected of it: expect it under turns:'),
})

interface Read {
  entry: SaidBefore | CalledBefore
  at: Place
  capture?: Turn['capture']
}

const historyEntry: Shape<Read> = withCheck(
  entryRecord,
  ({ user, agent, agentName, call, capture: captured, at }, reading) => {
    if ([user, agent, call].filter((each) => each !== undefined).length !== 1) {
      const message = 'an entry of the history is what the user said, what the agent said, or one call'
      return refuse(reading, 'wrong-value', at, message, 'begin each with a "- " of its own: user:, agent: or call:')
    }
    if (agentName !== undefined && agent === undefined) {
      const message = 'agentName says who spoke, and here no agent does'
      return refuse(reading, 'wrong-value', at, message, 'write it beside agent:')
    }
    if (captured !== undefined && user === undefined)
      return refuse(reading, 'wrong-value', at, 'capture belongs to the message of the user', 'write it beside user:')
    if (call !== undefined) return { entry: call, at }
    const words = user ?? agent
    if (words === undefined) return undefined
    const by = user === undefined ? 'agent' : 'user'
    return {
      entry: { by, words, ...(agentName === undefined ? {} : { agentName }) },
      at,
      ...(captured === undefined ? {} : { capture: captured }),
    }
  },
)

const entries = list('entries', historyEntry, 1)

const fileRecord = record(
  'a history',
  { from: required(withPlace(fixedText), 'The .json file of a stored session, beside this one.') },
  { ...sameHint(['file', 'path', 'session'], 'write from:'), '*': 'write a list, - user: …, or from: and a file' },
)

export const history: Shape<History> = {
  read(node, reading) {
    if (node.kind === 'map') {
      const read = fileRecord.read(node, reading)
      return read === undefined ? undefined : { at: node.at, from: read.from, exchanges: [] }
    }
    const read = entries.read(node, reading)
    if (read === undefined) return undefined
    const exchanges = cutExchanges(read)
    return refuseUnanswered(exchanges, reading) ? undefined : { at: node.at, exchanges }
  },
  schema: (definitions) => ({ anyOf: [entries.schema(definitions), fileRecord.schema(definitions)] }),
}

/** Each message of the user after anything of the agent begins one; what the agent says first is one of its own. */
function cutExchanges(all: readonly Read[]): HistoryTurn[] {
  const exchanges: HistoryTurn[] = []
  let current: Read[] = []
  const close = (): void => {
    const [first] = current
    if (first === undefined) return
    const question = current.find(({ entry }) => isBy(entry, 'user'))
    const user = question !== undefined && 'words' in question.entry ? question.entry.words : null
    const captured = question?.capture === undefined ? {} : { capture: question.capture }
    exchanges.push({
      turn: { at: (question ?? first).at, user, ...captured },
      entries: current.map(({ entry }) => entry),
    })
    current = []
  }
  for (const each of all) {
    const hasAgent = current.some(({ entry }) => isBy(entry, 'agent'))
    const hasUser = current.some(({ entry }) => isBy(entry, 'user'))
    if (isBy(each.entry, 'user') && (hasAgent || hasUser)) close()
    current.push(each)
  }
  close()
  return exchanges
}

const isBy = (entry: StatedEntry, who: 'user' | 'agent'): boolean => 'by' in entry && entry.by === who

/** Refuses a last message of the user that nothing answers: it is a turn. Returns true if it was refused. */
export function refuseUnanswered(exchanges: readonly HistoryTurn[], reading: Reading): boolean {
  const last = exchanges.at(-1)
  const end = last?.entries.at(-1)
  if (last === undefined || end === undefined) return false
  const isUser = 'stored' in end ? end.stored.type === 'message' && end.stored.role === 'user' : isBy(end, 'user')
  if (!isUser) return false
  const message = 'the history ends with what the user says, which nothing answers'
  refuse(reading, 'wrong-value', last.turn.at, message, 'move it under turns: its answer is what is tested')
  return true
}
