import { isJsonObject, type JsonObject, type JsonValue } from '../../base/json/json.ts'
import { objectsIn, textIn } from './members.ts'
import { isMessage, piecesOf } from './read-message.ts'
import { historyOf } from './same-history.ts'
import {
  agentOf,
  answerWithoutRequest,
  conversationOf,
  cutShort,
  endedEarly,
  exchangeWith,
  type TraceDocument,
  type TracePiece,
  type TracesRead,
  toldIn,
} from './trace.ts'
import { addMessage, isTalk, type MessagesRead, type Spot, walkDocuments } from './walk-documents.ts'

/** Conversations of the AI SDK: lists of messages, chats, rows of messages, results of `generateText`. */
export function readAiSdk(documents: readonly TraceDocument[]): TracesRead {
  const read: MessagesRead = { exchanges: [], refused: [], rows: new Map() }
  const refusal = {
    message: 'there are no messages here',
    hint: 'write down ModelMessage[] or UIMessage[], or { id, messages }',
  }
  walkDocuments(documents, {
    refused: read.refused,
    refusal,
    list(values, spot) {
      const place = [spot.document.line, spot.path]
      if (isTalk(values)) for (const message of objectsIn(values)) addMessage(read, message, spot, place)
      return isTalk(values)
    },
    object(value, spot) {
      const { document, path } = spot
      if (isMessage(value)) addMessage(read, value, spot, path.length === 0 ? null : [document.line, path])
      else if (!addChat(value, spot, read)) read.refused.push({ origin: spot.origin(), ...refusal })
    },
  })
  return read
}

/** Adds a chat, or a prompt together with its result; false where the value is neither. */
function addChat(value: JsonObject, { origin }: Spot, read: MessagesRead): boolean {
  const messages = value.messages ?? value.prompt
  const answer = answerOf(value)
  if (messages === undefined && answer === null) return false
  const id = answer === null ? textIn(value, 'id') : null
  const system: TracePiece[] = typeof value.system === 'string' ? [{ kind: 'system', text: value.system }] : []
  const input = [...system, ...piecesOf(messages, 'user')]
  const output = answer ?? []
  const unasked = messages === undefined ? [answerWithoutRequest] : []
  read.exchanges.push(
    exchangeWith({
      conversation: conversationOf(value) ?? id,
      agent: agentOf(value),
      input,
      output: messages !== undefined && endsWith(input, output) ? [] : [...unasked, ...output],
      told: toldIn(value),
      origin,
    }),
  )
  return true
}

function endsWith(input: readonly TracePiece[], answer: readonly TracePiece[]): boolean {
  const [keys, tail] = [historyOf(input).keys, historyOf(answer).keys]
  return tail.length > 0 && tail.every(({ key }, index) => keys[keys.length - tail.length + index]?.key === key)
}

/** The result of `generateText` or `streamText`, next to the prompt or in a result member of its own. */
function answerOf(value: JsonObject): TracePiece[] | null {
  for (const each of [value, value.result, value.response, value.output]) {
    const pieces = isJsonObject(each) ? resultOf(each) : typeof each === 'string' ? piecesOf(each, 'assistant') : null
    if (pieces !== null) return pieces
  }
  return null
}

/** The messages of the response, or of the steps, or the text; a step's include those of earlier steps. */
function resultOf(value: JsonObject): TracePiece[] | null {
  const { response, steps, text, finishReason } = value
  const last = objectsIn(steps).at(-1)
  const messages = [response, last?.response].flatMap((each) => (isJsonObject(each) ? [each.messages] : []))
  const list = messages.find(Array.isArray)
  const pieces =
    list !== undefined
      ? piecesOf(list, 'assistant')
      : Array.isArray(steps)
        ? objectsIn(steps).flatMap(stepOf)
        : typeof text === 'string'
          ? stepOf(value)
          : null
  return pieces === null ? null : cutShort(pieces, endedEarly(finishReason, last?.finishReason))
}

function stepOf({ content, text, toolCalls, toolResults }: JsonObject): TracePiece[] {
  const texts = typeof text === 'string' && text !== '' ? [{ type: 'text', text }] : []
  const objectsOf = (list: JsonValue | undefined, type: string): JsonObject[] =>
    objectsIn(list).map((each) => ({ ...each, type }))
  const parts = [...texts, ...objectsOf(toolCalls, 'tool-call'), ...objectsOf(toolResults, 'tool-result')]
  return piecesOf({ role: 'assistant', content: Array.isArray(content) ? content : parts }, 'assistant')
}
