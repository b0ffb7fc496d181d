import { isJsonObject, type JsonObject, type JsonValue } from '../../base/json.ts'
import { isMessage, piecesOf } from './read-message.ts'
import {
  agentOf,
  conversationOf,
  type Exchange,
  exchangeWith,
  type Piece,
  type TraceDocument,
  type TracesRead,
  toldIn,
  unasked,
} from './trace.ts'

type Path = readonly (string | number)[]

interface Reading extends TracesRead {
  /** Messages that stand for themselves, as a table of them is exported, by what they say they belong to. */
  rows: Map<string, Exchange>
}

/**
 * Conversations of the AI SDK: lists of `ModelMessage` or `UIMessage`, chats that hold them, rows of single messages, and
 * results of `generateText` with what they were asked.
 */
export function readAiSdk(documents: readonly TraceDocument[]): TracesRead {
  const read: Reading = { exchanges: [], refused: [], rows: new Map() }
  for (const document of documents) visit(document.value, document, [], read)
  return { exchanges: read.exchanges, refused: read.refused }
}

function visit(value: JsonValue, document: TraceDocument, path: Path, read: Reading): void {
  const origin = (): ReturnType<TraceDocument['place']> => document.place(path)
  if (Array.isArray(value)) {
    if (value.length > 0 && value.every(isMessage)) addMessages(value.filter(isJsonObject), document, path, read)
    else for (const [index, each] of value.entries()) visit(each, document, [...path, index], read)
    return
  }
  if (isJsonObject(value) && isMessage(value)) {
    addMessages([value], document, path, read)
    return
  }
  const given = isJsonObject(value) ? (value.messages ?? value.prompt) : undefined
  const output = isJsonObject(value) ? answerOf(value) : null
  if (!isJsonObject(value) || (given === undefined && output === null)) {
    const message = 'there are no messages here'
    read.refused.push({
      origin: origin(),
      message,
      hint: 'write down ModelMessage[] or UIMessage[], or { id, messages }',
    })
    return
  }
  const id = typeof value.id === 'string' && output === null ? value.id : null
  const system: Piece[] = typeof value.system === 'string' ? [{ kind: 'system', text: value.system }] : []
  read.exchanges.push(
    exchangeWith({
      conversation: conversationOf(value) ?? id,
      agent: agentOf(value),
      input: [...system, ...piecesOf(given, 'user')],
      output: given === undefined ? [unasked, ...(output ?? [])] : (output ?? []),
      told: toldIn(value),
      origin,
    }),
  )
}

/** Messages with the id of their chat are its own, wherever in the file they stand; others are one conversation. */
function addMessages(messages: readonly JsonObject[], document: TraceDocument, path: Path, read: Reading): void {
  const alone = path.length === 0 && !Array.isArray(document.value)
  for (const message of messages) {
    const conversation = conversationOf(message)
    const key = JSON.stringify([
      document.file,
      conversation,
      conversation === null && !alone ? [document.line, path] : null,
    ])
    const known = read.rows.get(key)
    const row = known ?? exchangeWith({ conversation, origin: () => document.place(path) })
    if (known === undefined) {
      read.rows.set(key, row)
      read.exchanges.push(row)
    }
    row.input.push(...piecesOf(message, 'user'))
    row.told.push(...toldIn(message))
  }
}

/** What `generateText` and `streamText` came to: the messages of the response, or those of its steps, or its text. */
function answerOf(value: JsonObject): Piece[] | null {
  const { response, steps, text } = value
  if (isJsonObject(response) && Array.isArray(response.messages)) return piecesOf(response.messages, 'assistant')
  if (Array.isArray(steps)) {
    // The messages of a step hold those of the steps before it.
    const last = steps.filter(isJsonObject).at(-1)
    if (isJsonObject(last?.response) && Array.isArray(last.response.messages))
      return piecesOf(last.response.messages, 'assistant')
    return steps.filter(isJsonObject).flatMap((step) => stepOf(step))
  }
  return typeof text === 'string' ? stepOf(value) : null
}

function stepOf({ content, text, toolCalls, toolResults }: JsonObject): Piece[] {
  if (Array.isArray(content)) return piecesOf({ role: 'assistant', content }, 'assistant')
  const said = typeof text === 'string' && text !== '' ? [{ type: 'text', text }] : []
  const listed = (list: JsonValue | undefined, type: string): JsonObject[] =>
    Array.isArray(list) ? list.filter(isJsonObject).map((each) => ({ ...each, type })) : []
  return piecesOf(
    { role: 'assistant', content: [...said, ...listed(toolCalls, 'tool-call'), ...listed(toolResults, 'tool-result')] },
    'assistant',
  )
}
