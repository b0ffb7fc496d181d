import { isJsonObject, type JsonObject, type JsonValue } from '../../base/json/json.ts'
import type { TestCase } from '../sessions/talk.ts'
import { firstIn, listOf, objectOf, objectsIn, readMoment, textOf } from './members.ts'
import { idsOf, type LoggedRequest, type OpenRequests, openRequests } from './open-requests.ts'
import { isMessage, piecesOf } from './read-message.ts'
import {
  agentOf,
  answerWithoutRequest,
  conversationOf,
  cutShort,
  endedEarly,
  exchangeWith,
  kindName,
  lose,
  type ModelExchange,
  type TraceDocument,
  type TracePiece,
  type TracesRead,
  toldIn,
  unfinishedAnswer,
} from './trace.ts'
import { addMessage, below, isTalk, type MessagesRead, type Spot, walk, walkDocuments } from './walk-documents.ts'

/** OpenAI's chat format: messages, requests with completions, chunks, stored completions, lines of evals. */
export function readOpenaiChat(documents: readonly TraceDocument[]): TracesRead {
  const refused: TracesRead['refused'] = []
  const read: Reading = { exchanges: [], refused, requests: openRequests(refused), streams: new Map(), rows: new Map() }
  walkDocuments(documents, {
    refused,
    refusal: {
      message: 'this is neither a message nor a completion',
      hint: 'a line is a conversation, or a request with its answer',
    },
    list(values, { origin }) {
      if (isTalk(values)) read.exchanges.push(exchangeWith({ origin, input: piecesOf([...values], 'user') }))
      return isTalk(values)
    },
    object(value, spot) {
      read.requests.enter(spot.document.file)
      if (value.object === 'chat.completion.chunk') addChunk(value, spot, read)
      else if (value.object === 'list' && Array.isArray(value.data)) walk(value.data, below(spot, 'data'), this)
      else if (isMessage(value)) addMessage(read, value, spot)
      else if (isEvalEvent(value)) addSample(value, spot, read)
      else addConversation(value, spot, read)
    },
  })
  for (const { exchange, chunks } of read.streams.values()) exchange?.output.push(...piecesOfChunks(chunks))
  return read
}

interface Reading extends MessagesRead {
  requests: OpenRequests<LoggedRequest>
  /** Chunks by stream id; the exchange is null where it is unknown what they answer. */
  streams: Map<string, { exchange: ModelExchange | null; chunks: JsonObject[] }>
}

function addConversation(value: JsonObject, { document: { file, line }, origin }: Spot, read: Reading): void {
  const request = requestOf(value)
  const response = responseOf(value)
  const messages = messagesOf(request)
  const output = outputOf(response)
  if (messages === undefined && output === null) {
    const message = 'there are no messages and no choices here'
    read.refused.push({ origin: origin(), message, hint: 'look at what was exported, or name its format with --from' })
    return
  }
  const startMs = readMoment(value.created_at ?? value.timestamp ?? value.created ?? objectOf(response).created)
  const inner = request === value ? undefined : request
  const ids = idsOf(value, inner)
  const conversation = conversationOf(value) ?? conversationOf(request)
  const answered = output ?? []
  if (messages === undefined) {
    // This is the completion of an earlier request.
    const link = read.requests.answer({ ids, conversation, pieces: output, origin })
    if (typeof link !== 'string') {
      link.exchange.output.push(...answered)
      link.exchange.told.push(...toldIn(value, response))
    }
    if (link !== 'none') return
  }
  const id = output === null && typeof value.id === 'string' ? value.id : null
  const exchange = exchangeWith({
    conversation: conversation ?? id,
    agent: agentOf(value),
    input: [...piecesOf(messages, 'user'), ...partsLeftOut(value)],
    test: testOf(value),
    output: messages === undefined ? [answerWithoutRequest, ...answered] : answered,
    told: toldIn(value, inner, response === value ? undefined : response),
    startMs: null,
    origin,
  })
  if (startMs !== null && output !== null) exchange.unit = `${file}:${line}`
  read.exchanges.push(exchange)
  if (messages === undefined)
    read.requests.await(ids, (link) => {
      link.exchange.output.push(...answered)
      link.exchange.told.push(...exchange.told.splice(0))
      exchange.output = []
    })
  if (output === null) read.requests.ask({ exchange, ids }, id !== null)
}

/** The test that a document of `asKnown` is. */
function testOf({ test_case: test }: JsonObject): TestCase | null {
  if (!isJsonObject(test)) return null
  const tags = listOf(test.tags).flatMap(
    (each) =>
      textOf(each)
        .replace(/[^\p{L}\p{N}_./:-]+/gu, ' ')
        .trim() || [],
  )
  return { name: textOf(test.name).trim() || null, tags: [...new Set(tags.map((each) => each.replaceAll(' ', '-')))] }
}

function partsLeftOut({ test_case: test, shows_calls: shows }: JsonObject): TracePiece[] {
  const parts = listOf(objectOf(test).left_out).map((key) => lose('value', `under ${kindName(key)}`))
  return shows === false ? [...parts, { ...lose('list', 'of calls, which a chat does not show'), type: 'call' }] : parts
}

/** The body of the request, wherever a log puts it. */
function requestOf(value: JsonObject): JsonObject {
  const inner = [value.request, value.body, value.params, value.sample, value.data]
    .filter(isJsonObject)
    .find((each) => messagesOf(each) !== undefined)
  return inner === undefined ? value : isJsonObject(inner.body) ? inner.body : inner
}

function messagesOf(value: JsonObject): JsonValue | undefined {
  if (isJsonObject(value.body)) return messagesOf(value.body)
  return [value.messages, value.input, value.prompt].find(
    (each) => typeof each === 'string' || listOf(each).some(isMessage),
  )
}

/** The body of the answer, wherever a log puts it. */
function responseOf(value: JsonObject): JsonValue | undefined {
  if (Array.isArray(value.choices)) return value
  const inner = firstIn(value, 'response', 'completion', 'output', 'sample')
  return isJsonObject(inner) && isJsonObject(inner.body) ? inner.body : inner
}

/** The content of the answer; null where there is no answer. */
function outputOf(response: JsonValue | undefined): TracePiece[] | null {
  if (response === undefined || response === null) return null
  if (!isJsonObject(response)) return piecesOf(response, 'assistant')
  if (Array.isArray(response.choices)) {
    const [first, ...others] = objectsIn(response.choices)
    const pieces = isJsonObject(first?.message) ? piecesOf(first, 'assistant') : []
    return [...pieces, ...others.map(() => lose('choice', 'beside the first'))]
  }
  if (Array.isArray(response.output)) return piecesOf(response.output, 'assistant')
  if (isMessage(response)) return piecesOf(response, 'assistant')
  return isJsonObject(response.error) ? [lose('answer', 'that is an error of the model')] : null
}

/** Whether this is a line about the run: logs of OpenAI's evals mix these with samples. */
function isEvalEvent(value: JsonObject): boolean {
  const isEvent = typeof value.sample_id === 'string' && typeof value.type === 'string'
  return isEvent || 'spec' in value || 'final_report' in value
}

function addSample({ type, data, sample_id: id }: JsonObject, { origin }: Spot, read: Reading): void {
  if (type !== 'sampling' || !isJsonObject(data)) return
  const sampled = Array.isArray(data.sampled) ? data.sampled[0] : data.sampled
  const prompt = data.prompt ?? data.input
  const output = [...(prompt === undefined ? [answerWithoutRequest] : []), ...piecesOf(sampled, 'assistant')]
  read.exchanges.push(
    exchangeWith({ unit: typeof id === 'string' ? id : null, input: piecesOf(prompt, 'user'), output, origin }),
  )
}

/** Adds a chunk. Chunks of one stream share an id; they answer the request before them. */
function addChunk(chunk: JsonObject, { document: { file }, origin }: Spot, read: Reading): void {
  const id = JSON.stringify([file, chunk.id ?? ''])
  const stream = read.streams.get(id)
  if (stream !== undefined) {
    stream.chunks.push(chunk)
    return
  }
  // Some services first send findings about the request, without an id.
  if (Array.isArray(chunk.choices) && chunk.choices.length === 0) return
  const request = read.requests.answer({ ids: idsOf(chunk), conversation: conversationOf(chunk), pieces: null, origin })
  const own = request === 'none' ? exchangeWith({ origin, output: [answerWithoutRequest] }) : null
  if (own !== null) read.exchanges.push(own)
  read.streams.set(id, { exchange: typeof request === 'string' ? own : request.exchange, chunks: [chunk] })
}

/** The message that chunks add up to; nothing in a stream that broke off counts as complete. */
function piecesOfChunks(chunks: readonly JsonObject[]): TracePiece[] {
  const message: JsonObject = { role: 'assistant', content: null, refusal: '', reasoning_content: '' }
  const calls = new Map<number, { id: string; name: string; arguments: string }>()
  const choices = chunks.flatMap((chunk) => objectsIn(chunk.choices))
  const first = choices.filter(({ index = 0 }) => index === 0)
  for (const delta of first.map((choice) => objectOf(choice.delta))) {
    for (const key of ['content', 'refusal', 'reasoning_content'])
      if (typeof delta[key] === 'string') message[key] = textOf(message[key]) + delta[key]
    const legacy = isJsonObject(delta.function_call) ? [{ index: 0, function: delta.function_call }] : []
    for (const { index: at, id, function: called } of [...objectsIn(delta.tool_calls), ...legacy] as JsonObject[]) {
      const index = typeof at === 'number' ? at : 0
      const call = calls.get(index) ?? { id: '', name: '', arguments: '' }
      const inner = objectOf(called)
      calls.set(index, {
        id: call.id || textOf(id),
        name: call.name + textOf(inner.name),
        arguments: call.arguments + textOf(inner.arguments),
      })
    }
  }
  const end = first.findLast((choice) => typeof choice.finish_reason === 'string')?.finish_reason
  if (end === undefined) return [unfinishedAnswer('stream', 'that breaks off')]
  message.tool_calls = [...calls]
    .sort(([one], [two]) => one - two)
    .map(([, { id, ...inner }]) => ({ id, function: inner }))
  const others = first.length < choices.length ? [lose('choice', 'beside the first')] : []
  return [...cutShort(piecesOf(message, 'assistant'), endedEarly(end)), ...others]
}
