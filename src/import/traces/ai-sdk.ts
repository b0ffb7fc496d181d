import { isJsonObject, type JsonObject, type JsonValue } from '../../base/json/json.ts'
import { isMessage, piecesOf } from './read-message.ts'
import { historyOf } from './same-history.ts'
import {
  agentOf,
  answerWithoutRequest,
  conversationOf,
  cutShort,
  endedEarly,
  exchangeWith,
  type ModelExchange,
  type TraceDocument,
  type TracePiece,
  type TracesRead,
  toldIn,
} from './trace.ts'
import { type Spot, walkDocuments } from './walk-documents.ts'

interface Reading extends TracesRead {
  /** Single messages, as a table export has them, grouped by the conversation they name. */
  rows: Map<string, ModelExchange>
}

/**
 * Conversations of the AI SDK: lists of `ModelMessage` or `UIMessage`, chats that contain them, rows of single
 * messages, and results of `generateText` with their prompts.
 */
export function readAiSdk(documents: readonly TraceDocument[]): TracesRead {
  const read: Reading = { exchanges: [], refused: [], rows: new Map() }
  const refusal = {
    message: 'there are no messages here',
    hint: 'write down ModelMessage[] or UIMessage[], or { id, messages }',
  }
  walkDocuments(documents, {
    refused: read.refused,
    refusal,
    list(values, spot) {
      const isTalk = values.length > 0 && values.every(isMessage)
      if (isTalk) addMessages(values.filter(isJsonObject), spot, read)
      return isTalk
    },
    object(value, spot) {
      if (isMessage(value)) addMessages([value], spot, read)
      else if (!addChat(value, spot, read)) read.refused.push({ origin: spot.origin(), ...refusal })
    },
  })
  return { exchanges: read.exchanges, refused: read.refused }
}

/** Adds a chat, or a prompt together with its result; false where the value is neither. */
function addChat(value: JsonObject, { origin }: Spot, read: Reading): boolean {
  const given = value.messages ?? value.prompt
  const output = answerOf(value)
  if (given === undefined && output === null) return false
  const id = typeof value.id === 'string' && output === null ? value.id : null
  const system: TracePiece[] = typeof value.system === 'string' ? [{ kind: 'system', text: value.system }] : []
  const input = [...system, ...piecesOf(given, 'user')]
  read.exchanges.push(
    exchangeWith({
      conversation: conversationOf(value) ?? id,
      agent: agentOf(value),
      input,
      output:
        given === undefined
          ? [answerWithoutRequest, ...(output ?? [])]
          : endsWith(input, output ?? [])
            ? []
            : (output ?? []),
      told: toldIn(value),
      origin,
    }),
  )
  return true
}

/**
 * Whether messages end with an answer, as a list does to which the answer was added before it was written down.
 */
function endsWith(input: readonly TracePiece[], answer: readonly TracePiece[]): boolean {
  const [given, told] = [historyOf(input).keys, historyOf(answer).keys]
  return told.length > 0 && told.every(({ key }, index) => given[given.length - told.length + index]?.key === key)
}

/** Messages with a chat id belong to that chat, wherever in the file they are; others form one conversation. */
function addMessages(messages: readonly JsonObject[], { document, path, origin }: Spot, read: Reading): void {
  const alone = path.length === 0 && !Array.isArray(document.value)
  for (const message of messages) {
    const conversation = conversationOf(message)
    const key = JSON.stringify([
      document.file,
      conversation,
      conversation === null && !alone ? [document.line, path] : null,
    ])
    const known = read.rows.get(key)
    const row = known ?? exchangeWith({ conversation, origin })
    if (known === undefined) {
      read.rows.set(key, row)
      read.exchanges.push(row)
    }
    row.input.push(...piecesOf(message, 'user'))
    row.told.push(...toldIn(message))
  }
}

/** The result of `generateText` or `streamText`, next to the prompt or in a result member of its own. */
function answerOf(value: JsonObject): TracePiece[] | null {
  for (const each of [value, value.result, value.response, value.output]) {
    const made = isJsonObject(each) ? resultOf(each) : typeof each === 'string' ? piecesOf(each, 'assistant') : null
    if (made !== null) return made
  }
  return null
}

/** The messages of the response, or those of the steps, or the text. */
function resultOf(value: JsonObject): TracePiece[] | null {
  const made = madeBy(value)
  const last = Array.isArray(value.steps) ? value.steps.filter(isJsonObject).at(-1) : undefined
  return made === null ? null : cutShort(made, endedEarly(value.finishReason, last?.finishReason))
}

function madeBy(value: JsonObject): TracePiece[] | null {
  const { response, steps, text } = value
  if (isJsonObject(response) && Array.isArray(response.messages)) return piecesOf(response.messages, 'assistant')
  if (Array.isArray(steps)) {
    // The messages of a step include those of earlier steps.
    const last = steps.filter(isJsonObject).at(-1)
    if (isJsonObject(last?.response) && Array.isArray(last.response.messages))
      return piecesOf(last.response.messages, 'assistant')
    return steps.filter(isJsonObject).flatMap((step) => stepOf(step))
  }
  return typeof text === 'string' ? stepOf(value) : null
}

function stepOf({ content, text, toolCalls, toolResults }: JsonObject): TracePiece[] {
  if (Array.isArray(content)) return piecesOf({ role: 'assistant', content }, 'assistant')
  const said = typeof text === 'string' && text !== '' ? [{ type: 'text', text }] : []
  const listed = (list: JsonValue | undefined, type: string): JsonObject[] =>
    Array.isArray(list) ? list.filter(isJsonObject).map((each) => ({ ...each, type })) : []
  return piecesOf(
    { role: 'assistant', content: [...said, ...listed(toolCalls, 'tool-call'), ...listed(toolResults, 'tool-result')] },
    'assistant',
  )
}
