import { isJsonObject, type JsonObject, type JsonValue } from '../../base/json/json.ts'
import { chainOf, listOf, objectOf, objectsIn, readMoment, textIn } from './members.ts'
import { idsOf, type LoggedRequest, type OpenRequests, openRequests } from './open-requests.ts'
import { isMessage, piecesOf } from './read-message.ts'
import {
  agentOf,
  answerWithoutRequest,
  conversationOf,
  endedEarly,
  exchangeWith,
  lose,
  type ModelExchange,
  type TraceDocument,
  type TracePiece,
  type TracesRead,
  toldIn,
  unfinishedAnswer,
} from './trace.ts'
import { addMessage, below, isTalk, type MessagesRead, type Spot, walk, walkDocuments } from './walk-documents.ts'

/** An exchange with its place in a chain of responses. */
interface Link extends LoggedRequest {
  id: string | null
  previous: string | null
}

interface Reading extends MessagesRead {
  links: Link[]
  requests: OpenRequests<Link>
  stream: Stream | null
  /** Streams during which another one began, by response id. */
  cut: Map<string, Stream>
}

interface Stream {
  /** Null where it is unknown what is answered. */
  link: Link | null
  id: string | null
  items: Map<number, JsonObject>
  texts: Map<number, string>
  /** The indexes of items that were completed. */
  whole: Set<number>
  isMixed: boolean
  done: boolean
}

/** OpenAI's Responses API: responses chained by `previous_response_id`, items, and streamed events. */
export function readOpenaiResponses(documents: readonly TraceDocument[]): TracesRead {
  const refused: TracesRead['refused'] = []
  const requests = openRequests<Link>(refused)
  const read: Reading = { exchanges: [], refused, links: [], requests, stream: null, cut: new Map(), rows: new Map() }
  let file = ''
  walkDocuments(documents, {
    refused,
    refusal: {
      message: 'this is neither a response nor an item',
      hint: 'a line is a response, a request with its response, or an event of a stream',
    },
    list(values, { origin }) {
      if (isTalk(values)) read.exchanges.push(exchangeWith({ origin, input: piecesOf(inOrder(values), 'user') }))
      return isTalk(values)
    },
    object(value, spot) {
      if (spot.document.file !== file) closeStream(read)
      file = spot.document.file
      read.requests.enter(file)
      const event = isJsonObject(value.data) && typeof value.data.type === 'string' ? value.data : value
      if (typeof event.type === 'string' && event.type.startsWith('response.')) return addEvent(event, read, spot)
      closeStream(read)
      if (value.object === 'list' && Array.isArray(value.data)) walk(value.data, below(spot, 'data'), this)
      else if (isMessage(value)) addMessage(read, value, spot)
      else addResponse(value, read, spot)
    },
  })
  closeStream(read)
  return { exchanges: [...read.exchanges, ...chain(read.links)], refused }
}

/** Puts items in chronological order: lists come newest first unless another order was requested. */
function inOrder(values: readonly JsonValue[]): JsonValue[] {
  const items = values.map(objectOf)
  const [call, output] = ['function_call', 'function_call_output'].map((type) =>
    items.findIndex((each) => each.type === type),
  )
  const [user, assistant] = ['user', 'assistant'].map((role) =>
    items.findIndex((each) => each.type === 'message' && each.role === role),
  )
  const isReversed =
    isBefore(output, call) || (!isBefore(call, output) && isBefore(assistant, user) && items.at(-1)?.role === 'user')
  return isReversed ? values.toReversed() : [...values]
}

/** Whether both are in a list, the one before the other. */
function isBefore(one = -1, other = -1): boolean {
  return one !== -1 && one < other
}

function addResponse(value: JsonObject, read: Reading, { origin }: Spot): void {
  const inner = [value.response, value.output].find(isJsonObject)
  const answered = isJsonObject(inner?.body) ? inner.body : (inner ?? value)
  const requestObject = [value.request, value.body, value.params].find(isJsonObject)
  const request = isJsonObject(requestObject?.body) ? requestObject.body : (requestObject ?? value)
  const beside = request === value ? undefined : request
  const input = request.input ?? (beside === undefined ? undefined : value.input)
  const outputText = typeof answered.output_text === 'string' ? answered.output_text : undefined
  const output = Array.isArray(answered.output) ? answered.output : outputText
  if (input === undefined && output === undefined) {
    read.refused.push({
      origin: origin(),
      message: 'there is no input and no output here',
      hint: 'look at what was exported, or name its format with --from',
    })
    return
  }
  const pieces = output === undefined ? [] : answerOf(answered, output)
  const ids = idsOf(value, beside)
  const conversation = conversationOf(value) ?? conversationOf(request) ?? conversationOf(answered)
  const previous = [request, answered, value].map(previousOf).find((each) => each !== null) ?? null
  if (input === undefined) {
    const link = read.requests.answer({ ids, conversation, pieces, origin }, repeats(answered))
    if (typeof link !== 'string') fill(link, answered, pieces)
    if (link !== 'none') return
  }
  const unasked = input === undefined ? [answerWithoutRequest] : piecesOf(input, 'user')
  const link: Link = {
    exchange: exchangeWith({
      conversation,
      agent: agentOf(value),
      input: [...promptOf(request.instructions ?? answered.instructions), ...unasked],
      told: toldIn(value, beside),
      origin,
    }),
    ids,
    id: null,
    previous,
  }
  fill(link, answered, pieces)
  read.links.push(link)
  if (input === undefined)
    read.requests.await(ids, (waiting) => {
      fill(waiting, answered, pieces)
      read.links.splice(read.links.indexOf(link), 1)
    })
  if (output === undefined) read.requests.ask(link)
}

function previousOf(response: JsonObject): string | null {
  return textIn(response, 'previous_response_id')
}

/** Whether a response fits a request: it repeats the request's `previous_response_id`. */
function repeats(response: JsonObject): (link: Link) => boolean {
  return (link) => response.previous_response_id === undefined || link.previous === previousOf(response)
}

/** Fills in what a response says, with timestamps where it has them. */
function fill(link: Link, response: JsonObject, pieces: readonly TracePiece[]): void {
  link.id = textIn(response, 'id') ?? link.id
  link.previous ??= previousOf(response)
  link.exchange.conversation ??= conversationOf(response)
  const { exchange } = link
  const startMs = readMoment(response.created_at)
  const endMs = readMoment(response.completed_at)
  if (startMs !== null && endMs !== null) Object.assign(exchange, { startMs, endMs })
  exchange.output.push(...pieces)
  exchange.told.push(...toldIn(response))
}

function answerOf(response: JsonObject, output: JsonValue): TracePiece[] {
  const cut = endedEarly(response.status)
  if (cut === null) return piecesOf(output, 'assistant')
  const whole = objectsIn(output).filter(({ status }) => status === 'completed')
  return [...piecesOf(whole, 'assistant'), cut]
}

function promptOf(instructions: JsonValue | undefined): TracePiece[] {
  if (typeof instructions === 'string' && instructions !== '') return [{ kind: 'system', text: instructions }]
  return Array.isArray(instructions) ? piecesOf(instructions, 'user') : []
}

function addEvent(event: JsonObject, read: Reading, { origin }: Spot): void {
  const type = String(event.type)
  const response = objectOf(event.response)
  const id = textIn(response, 'id')
  const isEnd = /^response\.(?:completed|incomplete|failed)$/.test(type)
  const late = isEnd && id !== null ? read.cut.get(id) : undefined
  if (late !== undefined && read.stream?.id !== id) {
    endStream(late, response)
    return
  }
  const isOther = id !== null && read.stream !== null && read.stream.id !== null && id !== read.stream.id
  const before = type === 'response.created' || isOther ? read.stream : null
  const isMixed = before !== null && !before.done
  if (before !== null) closeStream(read)
  read.stream ??= openStream(response, read, origin, isMixed)
  const { stream } = read
  const { link } = stream
  stream.id ??= id
  if (link !== null) {
    link.id ??= id
    link.previous ??= previousOf(response)
  }
  const index = typeof event.output_index === 'number' ? event.output_index : 0
  if (isEnd) endStream(stream, response)
  else if (/^response\.output_item\.(?:added|done)$/.test(type) && isJsonObject(event.item)) {
    stream.items.set(index, event.item)
    if (type === 'response.output_item.done') stream.whole.add(index)
  } else if (/(?:output_text|refusal|arguments|input).*\.delta$/.test(type) && typeof event.delta === 'string')
    stream.texts.set(index, (stream.texts.get(index) ?? '') + event.delta)
}

function openStream(response: JsonObject, read: Reading, origin: ModelExchange['origin'], isMixed: boolean): Stream {
  const conversation = conversationOf(response)
  const request = read.requests.answer({ ids: idsOf(response), conversation, pieces: null, origin }, repeats(response))
  const exchange = exchangeWith({ origin, input: [answerWithoutRequest] })
  const own = request === 'none' ? { exchange, ids: [], id: null, previous: null } : null
  if (own !== null) read.links.push(own)
  const link = typeof request === 'string' ? own : request
  link?.exchange.input.push(...promptOf(response.instructions))
  return { link, id: null, items: new Map(), texts: new Map(), whole: new Set(), isMixed, done: false }
}

/** Completes a stream. One that seemed to have broken off while another was under way had only been overtaken. */
function endStream(stream: Stream, response: JsonObject): void {
  const { link } = stream
  const items = listOf(response.output)
  if (link !== null && stream.done) link.exchange.output = []
  const isUnclear = items.length === 0 && stream.isMixed
  const pieces = isUnclear ? [brokenOff] : answerOf(response, items.length > 0 ? items : itemsOf(stream))
  if (link !== null) fill(link, response, pieces)
  stream.done = true
}

/** Ends a stream that broke off: items completed before then stay. */
function closeStream(read: Reading): void {
  const { stream } = read
  read.stream = null
  if (stream === null || stream.done) return
  stream.done = true
  if (stream.id !== null) read.cut.set(stream.id, stream)
  const whole = stream.isMixed ? [] : itemsOf(stream, stream.whole)
  stream.link?.exchange.output.push(...piecesOf(whole, 'assistant'), brokenOff)
}

const brokenOff = unfinishedAnswer('stream', 'that breaks off')

function itemsOf({ items, texts }: Stream, of = new Set([...items.keys(), ...texts.keys()])): JsonValue[] {
  const indices = [...of].sort((one, two) => one - two)
  return indices.map((index) => {
    const item = items.get(index) ?? { type: 'message', role: 'assistant' }
    const text = texts.get(index)
    if (item.type === 'message') {
      const hasContent = Array.isArray(item.content) && item.content.length > 0
      return hasContent ? item : { ...item, content: [{ type: 'output_text', text: text ?? '' }] }
    }
    return item.type === 'function_call' && !item.arguments ? { ...item, arguments: text ?? '' } : item
  })
}

/** One conversation for each response that no other continues: everything that led to it, in order. */
function chain(links: readonly Link[]): ModelExchange[] {
  const byId = new Map(links.flatMap((link) => (link.id === null ? [] : [[link.id, link] as const])))
  const followed = new Set(links.map(({ previous }) => previous))
  const roots = new Map<string, number>()
  return links.flatMap((leaf) => {
    if (leaf.id !== null && followed.has(leaf.id)) return []
    if (leaf.previous === null) return [leaf.exchange]
    const path = chainOf(leaf, ({ previous }) => byId.get(previous ?? '')).toReversed()
    const [root = leaf] = path
    const exchanges = path.map(({ exchange }) => exchange)
    const name = exchanges.find((each) => each.conversation !== null)?.conversation ?? root.id ?? root.previous ?? ''
    const branches = (roots.get(name) ?? 0) + 1
    roots.set(name, branches)
    const conversation = branches === 1 ? name : `${name}#${branches}`
    const missing = root.previous === null ? [] : [lose('response', 'before the first that is here')]
    if (exchanges.every(({ startMs }) => startMs !== null))
      return exchanges.map((exchange, index) => ({
        ...exchange,
        conversation,
        input: [...(index === 0 ? missing : []), ...exchange.input],
      }))
    return [
      {
        ...root.exchange,
        conversation,
        input: [],
        output: [...missing, ...exchanges.flatMap(({ input, output }) => [...input, ...output])],
        told: exchanges.flatMap(({ told }) => told),
      },
    ]
  })
}
