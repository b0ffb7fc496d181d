import { isJsonObject, type JsonObject, type JsonValue } from '../../base/json/json.ts'
import { cutMessages, isCutOff, withoutCut } from './cut-off.ts'
import { firstIn, unpack } from './members.ts'
import { isMessage, piecesOf } from './read-message.ts'
import {
  askedBy,
  exchangeWith,
  type KnownExchange,
  lose,
  type ModelExchange,
  type ToolRun,
  type TracePiece,
  type TracesRead,
} from './trace.ts'

/** A call of a model or a run of a tool, as a tool for traces records it beside those that it belongs with. */
export interface RecordedRun {
  kind: 'model' | 'tool'
  /** What is known of its exchange, such as when it began. */
  frame: KnownExchange
  input: JsonValue | undefined
  output: JsonValue | undefined
  failed: boolean
  /** Whether a tool runs it: then it is none of the conversation. */
  isInside: boolean
  tool: () => ToolRun
}

/** Where a tool for traces puts messages. */
export interface MessagePlaces {
  /** The members that messages may be wrapped in. */
  names: readonly string[]
  /** The messages of a value that is a wrapper in a way of its own. */
  own?: (given: JsonObject) => JsonValue | undefined
}

/** The exchanges of one trace. Where no model says anything, they have that of the trace as a `whole`. */
export function exchangesOfRuns(
  runs: readonly RecordedRun[],
  places: MessagePlaces,
  whole: () => ModelExchange[],
): ModelExchange[] {
  const models = runs.filter(({ kind }) => kind === 'model').flatMap((run) => ofModel(run, places))
  const hasWords = models.some(({ input, output }) =>
    [...input, ...output].some((piece) => piece.kind === 'message' || piece === cutMessages),
  )
  const tools = runs.filter(({ kind, isInside }) => kind === 'tool' && !isInside)
  return [
    ...models,
    ...(hasWords ? [] : whole()),
    ...tools.map(({ frame, tool }) => exchangeWith({ ...frame, tools: [tool()] })),
  ]
}

function ofModel({ frame, failed, isInside, ...run }: RecordedRun, places: MessagePlaces): ModelExchange[] {
  const exchange = exchangeBetween(frame, run.input, run.output, places)
  if (failed && exchange.output.length === 0) exchange.output.push(lose('model call', 'that failed'))
  if (exchange.input.length + exchange.output.length === 0) return []
  return isInside ? [exchangeWith({ ...frame, output: [lose('model call', 'inside a tool')] })] : [exchange]
}

/** What was asked and answered, in an input and an output as they were recorded. */
export function exchangeBetween(
  frame: KnownExchange,
  request: JsonValue | undefined,
  answered: JsonValue | undefined,
  places: MessagePlaces,
): ModelExchange {
  const output = messagesIn(answered, 'assistant', places)
  return exchangeWith({
    ...frame,
    input: messagesIn(request, 'user', places),
    output: [...askedBy(request, output), ...output],
  })
}

/** The pieces in an input or output: messages, a wrapper around them, or a bare text. */
export function messagesIn(
  value: JsonValue | undefined,
  role: 'user' | 'assistant',
  places: MessagePlaces,
): TracePiece[] {
  const messages = unpack(value)
  if (messages === undefined || messages === null) return []
  if (isCutOff(messages)) return [cutMessages]
  if (!isJsonObject(messages) || isMessage(messages)) return piecesOf(messages, role)
  const own = Array.isArray(messages.choices) ? messages.choices.slice(0, 1) : places.own?.(messages)
  if (own !== undefined) return piecesOf(own, role)
  const wrapped = firstIn(messages, ...places.names)
  if (wrapped !== undefined) return messagesIn(wrapped, role, places)
  return 'content' in messages || 'tool_calls' in messages || 'parts' in messages
    ? piecesOf({ role, ...messages }, role)
    : [lose(role === 'user' ? 'input' : 'output', 'that is no message')]
}

/** What was read, where exchanges whose messages were cut off are refused. */
export function refuseCut({ exchanges, refused }: TracesRead): TracesRead {
  const read = withoutCut(exchanges, 'lift the limit of lengths where the agent runs, or export it whole')
  return { exchanges: read.kept, refused: [...refused, ...read.refused] }
}
