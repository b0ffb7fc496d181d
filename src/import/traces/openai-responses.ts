import { isJsonObject, type JsonObject, type JsonValue } from '../../base/json/json.ts'
import { idsOf, type LoggedRequest, type OpenRequests, openRequests, severalRequests } from './open-requests.ts'
import { isMessage, piecesOf } from './read-message.ts'
import {
  agentOf,
  answerWithoutRequest,
  conversationOf,
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

/** An exchange with its place in a chain of responses. */
interface Link extends LoggedRequest {
  id: string | null
  previous: string | null
}

interface Reading extends TracesRead {
  links: Link[]
  /** Requests whose responses may follow. */
  requests: OpenRequests<Link>
  stream: Stream | null
  /** Streams during which another one began, by response id. */
  cut: Map<string, Stream>
  /** Single items, one per line, by file. */
  items: Map<string, ModelExchange>
}

/** The events of a response being streamed. */
interface Stream {
  /** Null where it is unknown what is answered. */
  link: Link | null
  id: string | null
  items: Map<number, JsonObject>
  texts: Map<number, string>
  /** The indexes of items that were completed. */
  whole: Set<number>
  /**
   * Whether it began before another stream had ended, so that items that arrived in between cannot be assigned.
   */
  isMixed: boolean
  done: boolean
}

/**
 * Conversations in the format of OpenAI's Responses API: responses with their input, chained by
 * `previous_response_id`, items, and streamed events.
 */
export function readOpenaiResponses(documents: readonly TraceDocument[]): TracesRead {
  const [links, requests]: [Link[], OpenRequests<Link>] = [[], openRequests()]
  const read: Reading = { exchanges: [], refused: [], links, requests, stream: null, cut: new Map(), items: new Map() }
  let file = ''
  walkDocuments(documents, {
    refused: read.refused,
    refusal: {
      message: 'this is neither a response nor an item',
      hint: 'a line is a response, a request with its response, or an event of a stream',
    },
    list(values, { origin }) {
      const isTalk = values.length > 0 && values.every(isMessage)
      if (isTalk) read.exchanges.push(exchangeWith({ origin, input: piecesOf(inOrder(values), 'user') }))
      return isTalk
    },
    object(value, spot) {
      if (spot.document.file !== file) closeStream(read)
      file = spot.document.file
      read.requests.enter(file)
      const event = isJsonObject(value.data) && typeof value.data.type === 'string' ? value.data : value
      if (typeof event.type === 'string' && event.type.startsWith('response.')) {
        addEvent(event, read, spot)
        return
      }
      closeStream(read)
      if (value.object === 'list' && Array.isArray(value.data)) walk(value.data, below(spot, 'data'), this)
      else if (isMessage(value)) addItem(value, spot, read)
      else addResponse(value, read, spot)
    },
  })
  closeStream(read)
  return { exchanges: [...read.exchanges, ...chain(read.links)], refused: read.refused }
}

/** Puts items in chronological order: lists come newest first unless another order was requested. */
function inOrder(items: readonly JsonValue[]): JsonValue[] {
  const indexOf = (type: string, role?: string): number =>
    items.findIndex((each) => isJsonObject(each) && each.type === type && (role === undefined || each.role === role))
  const [call, output] = [indexOf('function_call'), indexOf('function_call_output')]
  if (call !== -1 && output !== -1) return output < call ? items.toReversed() : [...items]
  const [user, assistant] = [indexOf('message', 'user'), indexOf('message', 'assistant')]
  return user !== -1 &&
    assistant !== -1 &&
    assistant < user &&
    items.at(-1) === items[items.findLastIndex((each) => isJsonObject(each) && each.role === 'user')]
    ? items.toReversed()
    : [...items]
}

function addItem(item: JsonObject, { document: { file }, origin }: Spot, read: Reading): void {
  const conversation = conversationOf(item)
  const key = JSON.stringify([file, conversation])
  const row = read.items.get(key) ?? exchangeWith({ conversation, origin })
  if (!read.items.has(key)) read.exchanges.push(row)
  read.items.set(key, row)
  row.input.push(...piecesOf(item, 'user'))
  row.told.push(...toldIn(item))
}

function addResponse(value: JsonObject, read: Reading, { origin }: Spot): void {
  const inner = [value.response, value.output].find(
    (each) => isJsonObject(each) || (Array.isArray(each) && each !== value.output),
  )
  const answered = isJsonObject(inner) && isJsonObject(inner.body) ? inner.body : isJsonObject(inner) ? inner : value
  const asked = [value.request, value.body, value.params].find(isJsonObject)
  const request = isJsonObject(asked?.body) ? asked.body : (asked ?? value)
  const given = request.input ?? (request === value ? undefined : value.input)
  const output = Array.isArray(answered.output)
    ? answered.output
    : typeof answered.output_text === 'string'
      ? answered.output_text
      : null
  if (given === undefined && output === null) {
    read.refused.push({
      origin: origin(),
      message: 'there is no input and no output here',
      hint: 'look at what was exported, or name its format with --from',
    })
    return
  }
  const made = output === null ? [] : answerOf(answered, output)
  const ids = idsOf(value, request === value ? undefined : request)
  const named = conversationOf(value) ?? conversationOf(request) ?? conversationOf(answered)
  const previous = textOrNull(
    request.previous_response_id ?? answered.previous_response_id ?? value.previous_response_id,
  )
  if (given === undefined) {
    const asked = read.requests.answer({ ids, conversation: named, pieces: made }, repeats(answered))
    if (asked === 'unsure') read.refused.push({ origin: origin(), ...severalRequests })
    else if (asked !== 'none') fill(asked, answered, made)
    if (asked !== 'none') return
  }
  const instructions = request.instructions ?? answered.instructions
  const link: Link = {
    exchange: exchangeWith({
      conversation: named,
      agent: agentOf(value),
      input: [...promptOf(instructions), ...(given === undefined ? [answerWithoutRequest] : piecesOf(given, 'user'))],
      told: toldIn(value, request === value ? undefined : request),
      origin,
    }),
    ids,
    id: null,
    previous,
  }
  fill(link, answered, made)
  read.links.push(link)
  if (given === undefined)
    read.requests.await(ids, (asked) => {
      fill(asked, answered, made)
      read.links.splice(read.links.indexOf(link), 1)
    })
  if (output === null) read.requests.ask(link)
}

/** Whether a response fits a request: it repeats the request's `previous_response_id`. */
function repeats(response: JsonObject): (link: Link) => boolean {
  const { previous_response_id: previous } = response
  return (link) => previous === undefined || link.previous === textOrNull(previous)
}

/** Fills in what a response says, with timestamps where it has them. */
function fill(link: Link, response: JsonObject, pieces: readonly TracePiece[]): void {
  link.id = textOrNull(response.id) ?? link.id
  link.previous ??= textOrNull(response.previous_response_id)
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
  const items = Array.isArray(output) ? output : []
  const whole = items.filter((item) => isJsonObject(item) && item.status === 'completed')
  return [...piecesOf(whole, 'assistant'), cut]
}

function promptOf(instructions: JsonValue | undefined): TracePiece[] {
  if (typeof instructions === 'string' && instructions !== '') return [{ kind: 'system', text: instructions }]
  return Array.isArray(instructions) ? piecesOf(instructions, 'user') : []
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}

function addEvent(event: JsonObject, read: Reading, { origin }: Spot): void {
  const type = String(event.type)
  const response = isJsonObject(event.response) ? event.response : {}
  const id = textOrNull(response.id)
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
    link.previous ??= textOrNull(response.previous_response_id)
  }
  const index = typeof event.output_index === 'number' ? event.output_index : 0
  if (isEnd) endStream(stream, response)
  else if (/^response\.output_item\.(?:added|done)$/.test(type) && isJsonObject(event.item)) {
    stream.items.set(index, event.item)
    if (type === 'response.output_item.done') stream.whole.add(index)
  } else if (
    /\.delta$/.test(type) &&
    typeof event.delta === 'string' &&
    /output_text|refusal|arguments|input/.test(type)
  )
    stream.texts.set(index, (stream.texts.get(index) ?? '') + event.delta)
}

/** Begins a stream, which answers the request before it. */
function openStream(response: JsonObject, read: Reading, origin: ModelExchange['origin'], isMixed: boolean): Stream {
  const conversation = conversationOf(response)
  const asked = read.requests.answer({ ids: idsOf(response), conversation, pieces: null }, repeats(response))
  if (asked === 'unsure') read.refused.push({ origin: origin(), ...severalRequests })
  const exchange = exchangeWith({ origin, input: [answerWithoutRequest] })
  const own = asked === 'none' ? { exchange, ids: [], id: null, previous: null } : null
  if (own !== null) read.links.push(own)
  const link = typeof asked === 'string' ? own : asked
  link?.exchange.input.push(...promptOf(response.instructions))
  return { link, id: null, items: new Map(), texts: new Map(), whole: new Set(), isMixed, done: false }
}

/** Completes a stream. One that seemed to have broken off while another was under way had only been overtaken. */
function endStream(stream: Stream, response: JsonObject): void {
  const { link } = stream
  const listed = Array.isArray(response.output) && response.output.length > 0 ? response.output : null
  if (link !== null && stream.done) link.exchange.output = []
  const pieces = listed === null && stream.isMixed ? [brokenOff] : answerOf(response, listed ?? itemsOf(stream))
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
      const filled = Array.isArray(item.content) && item.content.length > 0
      return filled ? item : { ...item, content: [{ type: 'output_text', text: text ?? '' }] }
    }
    return item.type === 'function_call' && !item.arguments ? { ...item, arguments: text ?? '' } : item
  })
}

/** One conversation for each response that no other continues: everything that led to it, in order. */
function chain(links: readonly Link[]): ModelExchange[] {
  const byId = new Map(links.flatMap((link) => (link.id === null ? [] : [[link.id, link] as const])))
  const followed = new Set(links.flatMap(({ previous }) => (previous === null ? [] : [previous])))
  const roots = new Map<string, number>()
  return links.flatMap((leaf) => {
    if (leaf.id !== null && followed.has(leaf.id)) return []
    if (leaf.previous === null) return [leaf.exchange]
    const path = [leaf]
    for (
      let link = byId.get(leaf.previous);
      link !== undefined && !path.includes(link);
      link = byId.get(link.previous ?? '')
    )
      path.unshift(link)
    const [root] = path
    const name =
      path.find(({ exchange }) => exchange.conversation !== null)?.exchange.conversation ??
      root?.id ??
      root?.previous ??
      ''
    const branches = (roots.get(name) ?? 0) + 1
    roots.set(name, branches)
    const conversation = branches === 1 ? name : `${name}#${branches}`
    const missing =
      root !== undefined && root.previous !== null ? [lose('response', 'before the first that is here')] : []
    const pieces = path.flatMap(({ exchange }) => [...exchange.input, ...exchange.output])
    const timed = path.every(({ exchange }) => exchange.startMs !== null)
    const first = path[0]?.exchange ?? leaf.exchange
    if (!timed)
      return [
        {
          ...first,
          conversation,
          input: [],
          output: [...missing, ...pieces],
          told: path.flatMap(({ exchange }) => exchange.told),
        },
      ]
    return path.map(({ exchange }, index) => ({
      ...exchange,
      conversation,
      input: [...(index === 0 ? missing : []), ...exchange.input],
    }))
  })
}
