import { isJsonObject, type JsonObject, type JsonValue } from '../../base/json/json.ts'
import { idsOf, type LoggedRequest, type OpenRequests, openRequests, severalRequests } from './open-requests.ts'
import { isMessage, piecesOf } from './read-message.ts'
import {
  agentOf,
  answerWithoutRequest,
  conversationOf,
  cutShort,
  endedEarly,
  exchangeWith,
  lose,
  type ModelExchange,
  readMoment,
  type TraceDocument,
  type TracePiece,
  type TracesRead,
  toldIn,
  unfinishedAnswer,
} from './trace.ts'
import { below, type Spot, walk, walkDocuments } from './walk-documents.ts'

/**
 * Conversations in OpenAI's chat format: lists of messages, requests with their completions (together, in
 * sequence, or as the lines of a batch), streamed chunks, stored completions and the lines of evals.
 */
export function readOpenaiChat(documents: readonly TraceDocument[]): TracesRead {
  const read: Reading = { exchanges: [], refused: [], requests: openRequests(), streams: new Map(), rows: new Map() }
  walkDocuments(documents, {
    refused: read.refused,
    refusal: {
      message: 'this is neither a message nor a completion',
      hint: 'a line is a conversation, or a request with its answer',
    },
    list(values, { origin }) {
      const isTalk = values.length > 0 && values.every(isMessage)
      if (isTalk) read.exchanges.push(exchangeWith({ origin, input: piecesOf([...values], 'user') }))
      return isTalk
    },
    object(value, spot) {
      read.requests.enter(spot.document.file)
      if (value.object === 'chat.completion.chunk') addChunk(value, spot, read)
      else if (value.object === 'list' && Array.isArray(value.data)) walk(value.data, below(spot, 'data'), this)
      else if (isMessage(value)) addRow(value, spot, read)
      else if (isEvalEvent(value)) addSample(value, spot, read)
      else addConversation(value, spot, read)
    },
  })
  for (const { exchange, chunks } of read.streams.values()) exchange?.output.push(...piecesOfChunks(chunks))
  return { exchanges: read.exchanges, refused: read.refused }
}

interface Reading extends TracesRead {
  /** Requests whose completions may follow. */
  requests: OpenRequests<LoggedRequest>
  /** Chunks by stream id; the exchange is null where it is unknown what they answer. */
  streams: Map<string, { exchange: ModelExchange | null; chunks: JsonObject[] }>
  /** Single messages, grouped by the conversation they name. */
  rows: Map<string, ModelExchange>
}

/** Adds a row that is a single message: all rows of a conversation in a file belong together. */
function addRow(value: JsonObject, { document: { file }, origin }: Spot, read: Reading): void {
  const conversation = conversationOf(value)
  const key = JSON.stringify([file, conversation])
  const row = read.rows.get(key) ?? exchangeWith({ conversation, origin })
  if (!read.rows.has(key)) read.exchanges.push(row)
  read.rows.set(key, row)
  row.input.push(...piecesOf(value, 'user'))
  row.told.push(...toldIn(value))
}

function addConversation(value: JsonObject, { document: { file, line }, origin }: Spot, read: Reading): void {
  const request = requestOf(value)
  const response = responseOf(value)
  const given = messagesOf(request)
  const output = outputOf(response)
  if (given === undefined && output === null) {
    const message = 'there are no messages and no choices here'
    read.refused.push({ origin: origin(), message, hint: 'look at what was exported, or name its format with --from' })
    return
  }
  const startMs = readMoment(
    value.created_at ?? value.timestamp ?? value.created ?? (isJsonObject(response) ? response.created : undefined),
  )
  const ids = idsOf(value, request === value ? undefined : request)
  const named = conversationOf(value) ?? (isJsonObject(request) ? conversationOf(request) : null)
  if (given === undefined) {
    // This is the completion of an earlier request.
    const asked = read.requests.answer({ ids, conversation: named, pieces: output })
    if (asked === 'unsure') read.refused.push({ origin: origin(), ...severalRequests })
    else if (asked !== 'none') {
      asked.exchange.output.push(...(output ?? []))
      asked.exchange.told.push(...toldIn(value, response))
    }
    if (asked !== 'none') return
  }
  const id = typeof value.id === 'string' && output === null ? value.id : null
  const exchange = exchangeWith({
    conversation: named ?? id,
    agent: agentOf(value),
    input: piecesOf(given, 'user'),
    output: given === undefined ? [answerWithoutRequest, ...(output ?? [])] : (output ?? []),
    told: toldIn(value, request === value ? undefined : request, response === value ? undefined : response),
    startMs: null,
    origin,
  })
  if (startMs !== null && output !== null) Object.assign(exchange, { unit: `${file}:${line}` })
  read.exchanges.push(exchange)
  if (given === undefined)
    read.requests.await(ids, (asked) => {
      asked.exchange.output.push(...(output ?? []))
      asked.exchange.told.push(...exchange.told.splice(0))
      exchange.output = []
    })
  if (output === null) read.requests.ask({ exchange, ids }, id !== null)
}

/** The body of the request, wherever a log puts it. */
function requestOf(value: JsonObject): JsonObject {
  const inner = [value.request, value.body, value.params, value.sample, value.data].find(
    (each) => isJsonObject(each) && messagesOf(each) !== undefined,
  )
  if (!isJsonObject(inner)) return value
  return isJsonObject(inner.body) ? inner.body : inner
}

function messagesOf(value: JsonObject): JsonValue | undefined {
  if (isJsonObject(value.body) && value.body !== value) return messagesOf(value.body)
  return [value.messages, value.input, value.prompt].find(
    (each) => typeof each === 'string' || (Array.isArray(each) && each.some(isMessage)),
  )
}

/** The body of the answer, wherever a log puts it. */
function responseOf(value: JsonObject): JsonValue | undefined {
  if (Array.isArray(value.choices)) return value
  const inner = [value.response, value.completion, value.output, value.sample].find(
    (each) => each !== undefined && each !== null,
  )
  return isJsonObject(inner) && isJsonObject(inner.body) ? inner.body : inner
}

/** The content of the answer; null where there is no answer. */
function outputOf(response: JsonValue | undefined): TracePiece[] | null {
  if (response === undefined || response === null) return null
  if (!isJsonObject(response)) return piecesOf(response, 'assistant')
  if (Array.isArray(response.choices)) {
    const [first, ...others] = response.choices.filter(isJsonObject)
    return [
      ...(isJsonObject(first?.message) ? piecesOf(first, 'assistant') : []),
      ...others.map(() => lose('choice', 'beside the first')),
    ]
  }
  if (Array.isArray(response.output)) return piecesOf(response.output, 'assistant')
  if (isMessage(response)) return piecesOf(response, 'assistant')
  return isJsonObject(response.error) ? [lose('answer', 'that is an error of the model')] : null
}

/** Whether this is a line about the run: logs of OpenAI's evals mix these with samples. */
function isEvalEvent(value: JsonObject): boolean {
  return (
    'spec' in value ||
    'final_report' in value ||
    (typeof value.sample_id === 'string' && typeof value.type === 'string')
  )
}

function addSample({ type, data, sample_id: id }: JsonObject, { origin }: Spot, read: Reading): void {
  if (type !== 'sampling' || !isJsonObject(data)) return
  const sampled = Array.isArray(data.sampled) ? data.sampled[0] : data.sampled
  const given = data.prompt ?? data.input
  const output = [...(given === undefined ? [answerWithoutRequest] : []), ...piecesOf(sampled, 'assistant')]
  read.exchanges.push(
    exchangeWith({ unit: typeof id === 'string' ? id : null, input: piecesOf(given, 'user'), output, origin }),
  )
}

/** Adds a chunk. Chunks of one stream share an id; they answer the request before them. */
function addChunk(chunk: JsonObject, { document: { file }, origin }: Spot, read: Reading): void {
  const id = JSON.stringify([file, chunk.id ?? ''])
  const known = read.streams.get(id)
  if (known !== undefined) {
    known.chunks.push(chunk)
    return
  }
  // Some services first send findings about the request, without an id.
  if (Array.isArray(chunk.choices) && chunk.choices.length === 0) return
  const asked = read.requests.answer({ ids: idsOf(chunk), conversation: conversationOf(chunk), pieces: null })
  if (asked === 'unsure') read.refused.push({ origin: origin(), ...severalRequests })
  const own = asked === 'none' ? exchangeWith({ origin, output: [answerWithoutRequest] }) : null
  if (own !== null) read.exchanges.push(own)
  read.streams.set(id, { exchange: typeof asked === 'string' ? own : asked.exchange, chunks: [chunk] })
}

/**
 * The message that chunks add up to: texts joined in order, calls by index. Nothing in a stream that broke off
 * counts as complete.
 */
function piecesOfChunks(chunks: readonly JsonObject[]): TracePiece[] {
  const [texts, refusals, thoughts]: [string[], string[], string[]] = [[], [], []]
  const calls = new Map<number, { id: string; name: string; given: string }>()
  let [others, end]: [boolean, string | null] = [false, null]
  for (const { choices } of chunks) {
    for (const choice of Array.isArray(choices) ? choices.filter(isJsonObject) : []) {
      if (choice.index !== undefined && choice.index !== 0) {
        others = true
        continue
      }
      if (typeof choice.finish_reason === 'string') end = choice.finish_reason
      const delta = isJsonObject(choice.delta) ? choice.delta : {}
      if (typeof delta.content === 'string') texts.push(delta.content)
      if (typeof delta.refusal === 'string') refusals.push(delta.refusal)
      if (typeof delta.reasoning_content === 'string') thoughts.push(delta.reasoning_content)
      const listed = Array.isArray(delta.tool_calls) ? delta.tool_calls.filter(isJsonObject) : []
      const legacy = isJsonObject(delta.function_call)
        ? [{ index: 0, function: delta.function_call } as JsonObject]
        : []
      for (const call of [...listed, ...legacy]) {
        const index = typeof call.index === 'number' ? call.index : 0
        const known = calls.get(index) ?? { id: '', name: '', given: '' }
        const inner = isJsonObject(call.function) ? call.function : {}
        calls.set(index, {
          id: known.id || (typeof call.id === 'string' ? call.id : ''),
          name: known.name + (typeof inner.name === 'string' ? inner.name : ''),
          given: known.given + (typeof inner.arguments === 'string' ? inner.arguments : ''),
        })
      }
    }
  }
  if (end === null) return [unfinishedAnswer('stream', 'that breaks off')]
  const message: JsonObject = {
    role: 'assistant',
    content: texts.length === 0 ? null : texts.join(''),
    refusal: refusals.join('') || null,
    reasoning_content: thoughts.join(''),
    tool_calls: [...calls]
      .sort(([one], [two]) => one - two)
      .map(([, { id, name, given }]) => ({ id, function: { name, arguments: given } })),
  }
  return [
    ...cutShort(piecesOf(message, 'assistant'), endedEarly(end)),
    ...(others ? [lose('choice', 'beside the first')] : []),
  ]
}
