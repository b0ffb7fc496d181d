import type { JsonObject } from '../../base/json/json.ts'
import { flawOfPath } from '../../base/json/json-path.ts'
import { suggest } from '../../base/text/suggest.ts'
import { dictionary, type NamedEntry } from '../../suite/yaml/collections.ts'
import { literalObject } from '../../suite/yaml/literal.ts'
import type { YamlNode } from '../../suite/yaml/node.ts'
import type { WithPlace } from '../../suite/yaml/place.ts'
import { optional, record, required } from '../../suite/yaml/record.ts'
import { text, wholeNumber, withPlace, word } from '../../suite/yaml/scalar.ts'
import { type Reading, type ReadOf, refuse, type Shape, withCheck } from '../../suite/yaml/shape.ts'
import { liveFlag } from './live-tool-shape.ts'
import { readNames } from './request-template.ts'
import { mappingOr } from './scalar-shapes.ts'

/** What a request may take, by name; `metadata.x` is a detail of the customer. */
const requestNames: readonly string[] = [
  'message',
  'sessionId',
  'history',
  'uiMessages',
  'attachments',
  'context',
  'agent',
  'version',
  'occasion',
  'now',
]

export const httpProtocolNames = ['chat completions', 'responses', 'langgraph', 'ai sdk ui'] as const

/** What `http:` of a version states besides its address. */
export interface StatedRequest extends Omit<ReadOf<typeof whole>, 'at' | 'url' | 'headers' | 'live'> {}

/** A shape whose texts are filled in for each request: a name that there is not is refused at its place. */
function template<T>(shape: Shape<T>): Shape<T> {
  return {
    read(node, reading) {
      const before = reading.problems.length
      checkNames(node, reading)
      return reading.problems.length > before ? undefined : shape.read(node, reading)
    },
    schema: (definitions) => shape.schema(definitions),
  }
}

function checkNames(node: YamlNode, reading: Reading): void {
  if (node.kind === 'list') for (const item of node.items) checkNames(item, reading)
  if (node.kind === 'map') for (const { value } of node.entries) checkNames(value, reading)
  if (node.kind !== 'scalar' || typeof node.value !== 'string') return
  const pieces = readNames(node.value)
  const open = pieces.some(({ kind, text }) => kind === 'text' && text.includes('{{'))
  const odd = pieces.find(({ kind, text }) => kind === 'argument' && !requestNames.includes(text) && !isDetail(text))
  if (odd === undefined && !open) return
  const what = odd === undefined ? `"${node.value}" has a {{ without its }}` : `there is no {{${odd.text}}} here`
  const near = odd === undefined ? undefined : suggest(odd.text, requestNames)
  const names = `the names are ${requestNames.join(', ')}, metadata.NAME and env.NAME`
  refuse(reading, 'wrong-value', node.at, what, near === undefined ? names : `did you mean {{${near}}}? ${names}`)
}

function isDetail(name: string): boolean {
  return /^metadata\.[\w.-]+$/.test(name)
}

/** A JSON Pointer or JSONPath, and where it is written: `desk.yaml:9:16`. */
export interface AnswerPath {
  path: string
  at: string
  /** Set if an answer without it is sound, as in the ready mappings of protocols. */
  optional?: true
}

const path: Shape<AnswerPath> = withCheck(withPlace(text), ({ value, at }, reading): AnswerPath | undefined => {
  const flaw = flawOfPath(value)
  if (flaw === null) return { path: value, at: `${reading.file}:${at.line}:${at.column}` }
  const hint = "write a JSON Pointer such as /answer/text, or JSONPath such as $.steps[?@.type=='tool']"
  return refuse(reading, 'wrong-value', at, `"${value}" is no path in an answer: ${flaw}`, hint)
})

const answer = record('answer', {
  reply: optional(path, 'What it says: a text, parts with a text each, or a list of these.'),
  thinking: optional(path, 'What it thinks, if there.'),
  calls: optional(
    record('calls', {
      each: required(path, 'The calls of this turn: a list, or what JSONPath finds.'),
      name: required(path, 'In a call: the name of the tool.'),
      arguments: optional(path, 'In a call: its arguments, an object or JSON text.'),
      output: optional(path, 'In a call: what the tool gave, if there.'),
      error: optional(path, 'In a call: what went wrong, if there; or a status such as error.'),
      id: optional(path, 'In a call: its id, if its output stands elsewhere.'),
    }),
    'The calls that it made. Without this, calls cannot be seen, and nothing of them is judged.',
  ),
  outputs: optional(
    record('outputs', {
      each: required(path, 'The outputs: a list, or what JSONPath finds.'),
      id: required(path, 'In an output: the id of its call.'),
      output: required(path, 'In an output: what the tool gave.'),
      error: optional(path, 'In an output: what went wrong, if there; or a status such as error.'),
    }),
    'The outputs of calls, where they stand apart from them.',
  ),
  session: optional(path, 'The id of the session that it gives; {{sessionId}} is that from then on.'),
  usage: optional(
    record('usage', {
      input: required(path, 'The tokens that it was given.'),
      output: required(path, 'The tokens that it gave.'),
      model: optional(path, "The model that took them. @default the agent's name"),
    }),
    'What it took.',
  ),
  finish: optional(path, 'Why its answer ended, if there: one that was cut off or filtered is no answer.'),
  error: optional(path, 'What went wrong, if there: the turn is errored.'),
  handOff: optional('hand off', path, 'The agent that speaks from here on, if there: one that it hands off to.'),
  end: optional(path, 'Whether the conversation is over, if there.'),
  turn: optional(path, 'The items of a list that begin a turn: what stands up to the last one is of earlier turns.'),
})

/** Where an answer says what; the paths of one call start at the call. */
export interface AnswerMapping extends Omit<ReadOf<typeof answer>, 'at'> {}

/** Where an agent is; `place` reads the address and the headers. */
const reached = (place: Shape<WithPlace<string>>, address: string) => ({
  url: required(place, address),
  headers: optional(
    dictionary('headers', place),
    'Headers of each request; {{env.NAME}} is filled from the environment, and the value is shown nowhere.',
  ),
  live: optional(liveFlag, 'yes: it may be a host that is not this machine.'),
})

const shared = reached(withPlace(text), 'The address; {{env.NAME}} is filled from the environment.')

const whole = record('an HTTP agent', {
  ...reached(template(withPlace(text)), 'The address; its path and query may take {{names}}.'),
  protocol: optional(word(httpProtocolNames), 'A ready mapping; body: and answer: add to it.'),
  method: optional(word(['GET', 'POST', 'PUT', 'PATCH']), 'The method. @default POST'),
  body: optional(template(literalObject), 'The JSON of each request; its texts may take {{names}}.'),
  stream: optional(word(['sse']), 'sse: it answers with a stream of events.'),
  answer: optional(answer, 'Where its answer says what, by JSON Pointer or JSONPath.'),
})

const httpAgentShape: Shape<StatedRemote> = withCheck(whole, (read, reading) => {
  const { at, url, headers, live, ...request } = read
  const { protocol, stream, answer: answerPaths, method, body } = request
  if (protocol === undefined && stream === undefined && answerPaths?.reply === undefined)
    return refuse(
      reading,
      'missing-key',
      at,
      'an HTTP agent needs to say where its answer has the reply',
      'add answer: { reply: /path/to/text }, or protocol:',
    )
  if (method === 'GET' && body !== undefined)
    return refuse(reading, 'wrong-value', at, 'GET has no body', 'write method: POST, or put it into the query of url')
  return {
    url,
    ...(headers === undefined ? {} : { headers }),
    ...(live === undefined ? {} : { live }),
    request,
  }
})

/** A remote agent as stated: its address, or a mapping with the address and its settings. */
export interface StatedRemote {
  url: WithPlace<string>
  headers?: NamedEntry<WithPlace<string>>[]
  live?: boolean
  model?: string
  steps?: number
  body?: JsonObject
  tellEnd?: boolean
  /** Of an HTTP agent: the request, and how its answer is read. */
  request?: StatedRequest
}

const steps = optional(
  'steps',
  wholeNumber(1),
  'How often it may ask for tools in one turn before it has to answer. @default 8',
)

const tellEnd = (how: string) => optional('tell end', liveFlag, `no: ${how} @default yes`)

export const remoteShapes: Record<'chatCompletions' | 'a2a' | 'agUi' | 'webhook' | 'http', Shape<StatedRemote>> = {
  chatCompletions: addressOr(
    record('chat completions', {
      ...shared,
      model: optional(text, "The model that is asked for. @default the agent's name"),
      steps,
      body: optional(literalObject, 'Further members of each request; ${variables} in texts are filled.'),
    }),
  ),
  a2a: addressOr(
    record('an A2A agent', {
      ...shared,
      tellEnd: tellEnd('a task that waits is not cancelled when its session ends.'),
    }),
  ),
  agUi: addressOr(record('an AG-UI agent', { ...shared, steps })),
  webhook: addressOr(record('a webhook', { ...shared, tellEnd: tellEnd('it is not told when a session ends.') })),
  http: httpAgentShape,
}

function addressOr(whole: Shape<StatedRemote>): Shape<StatedRemote> {
  return mappingOr(
    withCheck(withPlace(text), (url) => ({ url })),
    whole,
  )
}
