import { isJsonObject, type JsonObject, type JsonValue } from '../../base/json.ts'
import { isMessage, piecesOf } from './read-message.ts'
import {
  agentOf,
  conversationOf,
  type Exchange,
  exchangeWith,
  lose,
  type Piece,
  readMoment,
  type TraceDocument,
  type TracesRead,
  toldIn,
  unasked,
} from './trace.ts'

type Path = readonly (string | number)[]

/**
 * Conversations in OpenAI's chat format: lists of messages, requests with their completions (together, one behind the other,
 * or as the lines of a batch), streamed chunks, stored completions and the lines of evals.
 */
export function readOpenaiChat(documents: readonly TraceDocument[]): TracesRead {
  const read: Reading = { exchanges: [], refused: [], request: null, streams: new Map(), rows: new Map() }
  let file = ''
  for (const document of documents) {
    if (document.file !== file) read.request = null
    file = document.file
    visit(document.value, document, [], read)
  }
  for (const { exchange, chunks } of read.streams.values()) exchange.output.push(...piecesOfChunks(chunks))
  return { exchanges: read.exchanges, refused: read.refused }
}

interface Reading extends TracesRead {
  /** A request whose completion may be the next document. */
  request: Exchange | null
  streams: Map<string, { exchange: Exchange; chunks: JsonObject[] }>
  /** Messages that stand for themselves, by what they say they belong to. */
  rows: Map<string, Exchange>
}

function visit(value: JsonValue, document: TraceDocument, path: Path, read: Reading): void {
  const origin = (): ReturnType<TraceDocument['place']> => document.place(path)
  if (Array.isArray(value)) {
    if (value.length > 0 && value.every(isMessage))
      read.exchanges.push(exchangeWith({ origin, input: piecesOf(value, 'user') }))
    else for (const [index, each] of value.entries()) visit(each, document, [...path, index], read)
    return
  }
  if (!isJsonObject(value)) {
    read.refused.push({
      origin: origin(),
      message: 'this is neither a message nor a completion',
      hint: 'a line is a conversation, or a request with its answer',
    })
  } else if (value.object === 'chat.completion.chunk') addChunk(value, document, read)
  else if (value.object === 'list' && Array.isArray(value.data)) visit(value.data, document, [...path, 'data'], read)
  else if (isMessage(value)) addRow(value, document, read, origin)
  else if (isEvalEvent(value)) addSample(value, read, origin)
  else addConversation(value, read, origin, document)
}

/** A row that is one message: all of its conversation in the file are one. */
function addRow(value: JsonObject, { file }: TraceDocument, read: Reading, origin: Exchange['origin']): void {
  const conversation = conversationOf(value)
  const key = JSON.stringify([file, conversation])
  const row = read.rows.get(key) ?? exchangeWith({ conversation, origin })
  if (!read.rows.has(key)) read.exchanges.push(row)
  read.rows.set(key, row)
  row.input.push(...piecesOf(value, 'user'))
  row.told.push(...toldIn(value))
}

function addConversation(
  value: JsonObject,
  read: Reading,
  origin: Exchange['origin'],
  { file, line }: TraceDocument,
): void {
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
  if (given === undefined && read.request !== null) {
    // The completion of the request before it.
    read.request.output.push(...(output ?? []))
    read.request.told.push(...toldIn(value, response))
    read.request = null
    return
  }
  const id = typeof value.id === 'string' && output === null ? value.id : null
  const conversation = conversationOf(value) ?? (isJsonObject(request) ? conversationOf(request) : null) ?? id
  const exchange = exchangeWith({
    conversation,
    agent: agentOf(value),
    input: piecesOf(given, 'user'),
    output: given === undefined ? [unasked, ...(output ?? [])] : (output ?? []),
    told: toldIn(value, request === value ? undefined : request, response === value ? undefined : response),
    startMs: null,
    origin,
  })
  if (startMs !== null && output !== null) Object.assign(exchange, { unit: `${file}:${line}` })
  read.exchanges.push(exchange)
  read.request = output === null && id === null ? exchange : null
}

/** The body of the request, wherever a log has it. */
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

/** The body of the answer, wherever a log has it. */
function responseOf(value: JsonObject): JsonValue | undefined {
  if (Array.isArray(value.choices)) return value
  const inner = [value.response, value.completion, value.output, value.sample].find(
    (each) => each !== undefined && each !== null,
  )
  return isJsonObject(inner) && isJsonObject(inner.body) ? inner.body : inner
}

/** What was answered; null where nothing is said of an answer. */
function outputOf(response: JsonValue | undefined): Piece[] | null {
  if (response === undefined || response === null) return null
  if (!isJsonObject(response)) return piecesOf(response, 'assistant')
  if (Array.isArray(response.choices)) {
    const [first, ...others] = response.choices.filter(isJsonObject)
    return [
      ...(isJsonObject(first?.message) ? piecesOf(first.message, 'assistant') : []),
      ...others.map(() => lose('choice', 'beside the first')),
    ]
  }
  if (Array.isArray(response.output)) return piecesOf(response.output, 'assistant')
  if (isMessage(response)) return piecesOf(response, 'assistant')
  return isJsonObject(response.error) ? [lose('answer', 'that is an error of the model')] : null
}

/** Logs of OpenAI's evals hold samples among lines about the run. */
function isEvalEvent(value: JsonObject): boolean {
  return (
    'spec' in value ||
    'final_report' in value ||
    (typeof value.sample_id === 'string' && typeof value.type === 'string')
  )
}

function addSample({ type, data, sample_id: id }: JsonObject, read: Reading, origin: Exchange['origin']): void {
  if (type !== 'sampling' || !isJsonObject(data)) return
  const sampled = Array.isArray(data.sampled) ? data.sampled[0] : data.sampled
  const given = data.prompt ?? data.input
  const output = [...(given === undefined ? [unasked] : []), ...piecesOf(sampled, 'assistant')]
  read.exchanges.push(
    exchangeWith({ unit: typeof id === 'string' ? id : null, input: piecesOf(given, 'user'), output, origin }),
  )
}

/** Chunks of one stream have one id; the request before them is what they answer. */
function addChunk(chunk: JsonObject, document: TraceDocument, read: Reading): void {
  const id = String(chunk.id ?? '')
  const known = read.streams.get(id)
  if (known !== undefined) {
    known.chunks.push(chunk)
    return
  }
  const exchange = read.request ?? exchangeWith({ origin: () => document.place([]), output: [unasked] })
  if (exchange !== read.request) read.exchanges.push(exchange)
  read.request = null
  read.streams.set(id, { exchange, chunks: [chunk] })
}

/** The message that chunks make: texts one behind the other, calls by their index. */
function piecesOfChunks(chunks: readonly JsonObject[]): Piece[] {
  const [texts, refusals, thoughts]: [string[], string[], string[]] = [[], [], []]
  const calls = new Map<number, { id: string; name: string; given: string }>()
  let [others, ended] = [false, false]
  for (const { choices } of chunks) {
    for (const choice of Array.isArray(choices) ? choices.filter(isJsonObject) : []) {
      if (choice.index !== undefined && choice.index !== 0) {
        others = true
        continue
      }
      if (typeof choice.finish_reason === 'string') ended = true
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
    ...piecesOf(message, 'assistant'),
    ...(others ? [lose('choice', 'beside the first')] : []),
    ...(ended ? [] : [lose('stream', 'that breaks off')]),
  ]
}
