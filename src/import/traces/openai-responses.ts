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

/** An exchange with its place in a chain of responses. */
interface Link {
  exchange: Exchange
  id: string | null
  previous: string | null
}

interface Reading extends TracesRead {
  links: Link[]
  /** A request whose response may be the next document. */
  request: Link | null
  stream: Stream | null
  /** Items that stand for themselves, one a line, by the file that they are in. */
  items: Map<string, Exchange>
}

/** The events of a response that is being streamed. */
interface Stream {
  link: Link
  items: Map<number, JsonObject>
  texts: Map<number, string>
  done: boolean
}

/**
 * Conversations in the format of OpenAI's Responses: responses with their input, chained by `previous_response_id`, items, and
 * streamed events.
 */
export function readOpenaiResponses(documents: readonly TraceDocument[]): TracesRead {
  const read: Reading = { exchanges: [], refused: [], links: [], request: null, stream: null, items: new Map() }
  let file = ''
  for (const document of documents) {
    if (document.file !== file) {
      closeStream(read)
      read.request = null
    }
    file = document.file
    visit(document.value, document, [], read)
  }
  closeStream(read)
  return { exchanges: [...read.exchanges, ...chain(read.links)], refused: read.refused }
}

function visit(value: JsonValue, document: TraceDocument, path: Path, read: Reading): void {
  const origin = (): ReturnType<TraceDocument['place']> => document.place(path)
  if (Array.isArray(value)) {
    if (value.length > 0 && value.every(isMessage))
      read.exchanges.push(exchangeWith({ origin, input: piecesOf(inOrder(value), 'user') }))
    else for (const [index, each] of value.entries()) visit(each, document, [...path, index], read)
    return
  }
  if (!isJsonObject(value)) {
    read.refused.push({
      origin: origin(),
      message: 'this is neither a response nor an item',
      hint: 'a line is a response, a request with its response, or an event of a stream',
    })
    return
  }
  const event = isJsonObject(value.data) && typeof value.data.type === 'string' ? value.data : value
  if (typeof event.type === 'string' && event.type.startsWith('response.')) {
    addEvent(event, read, origin)
    return
  }
  closeStream(read)
  if (value.object === 'list' && Array.isArray(value.data)) visit(value.data, document, [...path, 'data'], read)
  else if (isMessage(value)) addItem(value, document, read, origin)
  else addResponse(value, read, origin)
}

/** Lists of items come newest first unless somebody asked for another order. */
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

function addItem(item: JsonObject, { file }: TraceDocument, read: Reading, origin: Exchange['origin']): void {
  const conversation = conversationOf(item)
  const key = JSON.stringify([file, conversation])
  const row = read.items.get(key) ?? exchangeWith({ conversation, origin })
  if (!read.items.has(key)) read.exchanges.push(row)
  read.items.set(key, row)
  row.input.push(...piecesOf(item, 'user'))
  row.told.push(...toldIn(item))
}

function addResponse(value: JsonObject, read: Reading, origin: Exchange['origin']): void {
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
  if (given === undefined && read.request !== null) {
    fill(read.request, answered, made)
    read.request = null
    return
  }
  const instructions = request.instructions ?? answered.instructions
  const link: Link = {
    exchange: exchangeWith({
      conversation: conversationOf(value) ?? conversationOf(request) ?? conversationOf(answered),
      agent: agentOf(value),
      input: [...promptOf(instructions), ...(given === undefined ? [unasked] : piecesOf(given, 'user'))],
      told: toldIn(value, request === value ? undefined : request),
      origin,
    }),
    id: null,
    previous: textOrNull(request.previous_response_id ?? answered.previous_response_id ?? value.previous_response_id),
  }
  fill(link, answered, made)
  read.links.push(link)
  read.request = output === null ? link : null
}

/** What a response says, with moments where it has them. */
function fill(link: Link, response: JsonObject, pieces: readonly Piece[]): void {
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

function answerOf(response: JsonObject, output: JsonValue): Piece[] {
  const cut = response.status === 'incomplete' || response.status === 'failed'
  return [
    ...piecesOf(output, 'assistant'),
    ...(cut ? [lose('answer', `that ended as ${String(response.status)}`)] : []),
  ]
}

function promptOf(instructions: JsonValue | undefined): Piece[] {
  if (typeof instructions === 'string' && instructions !== '') return [{ kind: 'system', text: instructions }]
  return Array.isArray(instructions) ? piecesOf(instructions, 'user') : []
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}

function addEvent(event: JsonObject, read: Reading, origin: Exchange['origin']): void {
  const type = String(event.type)
  const response = isJsonObject(event.response) ? event.response : {}
  const id = textOrNull(response.id)
  if (
    read.stream !== null &&
    (type === 'response.created' || (id !== null && read.stream.link.id !== null && id !== read.stream.link.id))
  )
    closeStream(read)
  if (read.stream === null) {
    const link = read.request ?? { exchange: exchangeWith({ origin, input: [unasked] }), id: null, previous: null }
    if (link !== read.request) read.links.push(link)
    read.request = null
    read.stream = { link, items: new Map(), texts: new Map(), done: false }
    link.exchange.input.push(...promptOf(response.instructions))
  }
  const { stream } = read
  stream.link.id ??= id
  stream.link.previous ??= textOrNull(response.previous_response_id)
  const index = typeof event.output_index === 'number' ? event.output_index : 0
  if (/^response\.(?:completed|incomplete|failed)$/.test(type)) {
    const output = Array.isArray(response.output) && response.output.length > 0 ? response.output : itemsOf(stream)
    fill(stream.link, response, answerOf(response, output))
    stream.done = true
  } else if (/^response\.output_item\.(?:added|done)$/.test(type) && isJsonObject(event.item))
    stream.items.set(index, event.item)
  else if (/\.delta$/.test(type) && typeof event.delta === 'string' && /output_text|refusal|arguments|input/.test(type))
    stream.texts.set(index, (stream.texts.get(index) ?? '') + event.delta)
}

/** A stream that broke off has what came of it. */
function closeStream(read: Reading): void {
  const { stream } = read
  read.stream = null
  if (stream === null || stream.done) return
  stream.link.exchange.output.push(...piecesOf(itemsOf(stream), 'assistant'), lose('stream', 'that breaks off'))
}

function itemsOf({ items, texts }: Stream): JsonValue[] {
  const indices = [...new Set([...items.keys(), ...texts.keys()])].sort((one, two) => one - two)
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

/** One conversation for each response that no other goes on from: all that led to it, in its order. */
function chain(links: readonly Link[]): Exchange[] {
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
