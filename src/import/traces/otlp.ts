import { isJsonObject, type JsonObject, type JsonValue } from '../../base/json/json.ts'
import { cutMessages, isCutOff, withoutCut } from './cut-off.ts'
import { cutIn, joinSpans, spansOf, type TraceSpan, toldBy, unflatten } from './otlp-spans.ts'
import { piecesOf } from './read-message.ts'
import { readGiven, textOf, writeOutput } from './read-part.ts'
import {
  askedBy,
  cutShort,
  endedEarly,
  exchangeWith,
  lose,
  type ModelExchange,
  type ToolRun,
  type TraceDocument,
  type TracePiece,
  type TracesRead,
  unpack,
} from './trace.ts'

/**
 * Conversations in OpenTelemetry traces, as OTLP/JSON: current and earlier GenAI conventions, and the formats
 * of OpenLLMetry, OpenInference and the AI SDK.
 */
export function readOtlp(documents: readonly TraceDocument[]): TracesRead {
  const read: TracesRead = { exchanges: [], refused: [] }
  const all: TraceSpan[] = []
  for (const document of documents) {
    const spans = spansOf(document)
    if (spans !== null) all.push(...spans)
    else
      read.refused.push({
        origin: document.place([]),
        message: 'there are no resourceSpans here',
        hint: 'export traces as OTLP/JSON',
      })
  }
  const spans = joinSpans(all)
  const tree = plant(spans)
  const models = spans.filter((span) => kindOf(span) === 'model')
  // An agent's models record its input and output too, in more detail; so the innermost spans come first.
  const agents = spans
    .filter((span) => kindOf(span) === 'agent')
    .map((span) => ({ span, depth: tree.chain(span).length }))
  const inside = agents.sort((one, two) => two.depth - one.depth).map(({ span }) => span)
  const told = new Set<TraceSpan>()
  for (const span of [...models, ...inside]) {
    if (told.has(span)) continue
    const side = cutIn(span)
    const exchange = side === null ? exchangeOf(span, tree) : { ...frameOf(span, tree), [side]: [cutMessages] }
    if (exchange === null) continue
    for (const each of tree.chain(span)) told.add(each)
    read.exchanges.push(exchange)
  }
  const tools = spans.filter((span) => kindOf(span) === 'tool')
  for (const span of tools) read.exchanges.push(toolOf(span, tree))
  const { kept: exchanges, refused } = withoutCut(read.exchanges, liftLimit)
  read.refused.push(...refused)
  const [first] = models
  if (told.size === 0 && first !== undefined && tools.length === 0) {
    const message = 'the spans of models hold no messages: what was said was not recorded'
    read.refused.push({
      origin: first.origin(),
      message,
      hint: 'set OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT=true where the agent runs',
    })
    return { exchanges: [], refused: read.refused }
  }
  if (
    told.size === 0 &&
    models.length + tools.length === 0 &&
    documents[0] !== undefined &&
    read.refused.length === 0
  ) {
    const message = 'no span here is of a model, an agent or a tool'
    read.refused.push({
      origin: documents[0].place([]),
      message,
      hint: 'export the traces of the agent, with gen_ai attributes',
    })
  }
  return { exchanges, refused: read.refused }
}

/** How to record a span with all its values. */
const liftLimit =
  'lift OTEL_ATTRIBUTE_VALUE_LENGTH_LIMIT, or the limit of the collector, where the agent runs, and record it again'

type Kind = 'model' | 'tool' | 'agent' | 'other'

function kindOf({ attributes, events }: TraceSpan): Kind {
  const operation = attributes['gen_ai.operation.name']
  if (operation === 'execute_tool') return 'tool'
  if (operation === 'invoke_agent') return 'agent'
  const sdk = textOf(attributes['ai.operationId'])
  if (/\.do(?:Generate|Stream)$/.test(sdk)) return 'model'
  if (sdk === 'ai.toolCall') return 'tool'
  if (/^ai\.(?:generate|stream)(?:Text|Object)$/.test(sdk)) return 'agent'
  const other = textOf(attributes['traceloop.span.kind'] ?? attributes['openinference.span.kind']).toLowerCase()
  if (other === 'tool') return 'tool'
  if (other === 'agent' || other === 'workflow') return 'agent'
  if (other === 'llm' || /^(?:chat|text_completion|generate_content)$/.test(textOf(operation))) return 'model'
  const speaks = Object.keys(attributes).some((key) =>
    /^(?:gen_ai\.(?:input|output)\.messages$|gen_ai\.(?:prompt|completion)\.\d)/.test(key),
  )
  return speaks || events.some(({ name }) => /^gen_ai\.(?:\w+\.message|choice|client\.inference)/.test(name))
    ? 'model'
    : 'other'
}

/** The relations between spans. */
interface Tree {
  /** The span itself and its ancestors, from the inside out. */
  chain(span: TraceSpan): TraceSpan[]
  conversation(span: TraceSpan): string | null
  unit(span: TraceSpan): string
}

function plant(spans: readonly TraceSpan[]): Tree {
  const byId = new Map(spans.map((span) => [`${span.trace} ${span.id}`, span]))
  const chain = (span: TraceSpan): TraceSpan[] => {
    const found = [span]
    for (let at = span; at.parent !== null; ) {
      const next = byId.get(`${at.trace} ${at.parent}`)
      if (next === undefined || found.includes(next)) break
      found.push(next)
      at = next
    }
    return found
  }
  const turnOf = (span: TraceSpan): TraceSpan | undefined => chain(span).findLast((each) => kindOf(each) === 'agent')
  const turns = new Map<string, Set<TraceSpan>>()
  const ids = new Map<string, Set<string>>()
  for (const span of spans) {
    const turn = turnOf(span)
    if (turn !== undefined) turns.set(span.trace, (turns.get(span.trace) ?? new Set()).add(turn))
    const id = conversationIn(span)
    if (id !== null) ids.set(span.trace, (ids.get(span.trace) ?? new Set()).add(id))
  }
  return {
    chain,
    conversation(span) {
      const own = chain(span)
        .map(conversationIn)
        .find((each) => each !== null)
      if (own !== undefined && own !== null) return own
      const [only, ...more] = ids.get(span.trace) ?? []
      if (only !== undefined && more.length === 0) return only
      return (turns.get(span.trace)?.size ?? 0) > 1 ? span.trace : null
    },
    unit: (span) => turnOf(span)?.id ?? span.trace,
  }
}

const conversationNames = [
  'gen_ai.conversation.id',
  'session.id',
  'langfuse.session.id',
  'traceloop.association.properties.session_id',
  'traceloop.association.properties.thread_id',
  'traceloop.association.properties.conversation_id',
  'ai.telemetry.metadata.sessionId',
]

function conversationIn({ attributes }: TraceSpan): string | null {
  const found = conversationNames
    .map((name) => attributes[name])
    .find((each) => typeof each === 'string' && each !== '')
  return typeof found === 'string' ? found : null
}

function agentFor(span: TraceSpan, tree: Tree): string | null {
  const named = tree
    .chain(span)
    .map(({ attributes }) => attributes['gen_ai.agent.name'])
    .find((each) => typeof each === 'string' && each !== '')
  const service = span.resource['service.name']
  if (typeof named === 'string') return named
  return typeof service === 'string' && !service.startsWith('unknown_service') ? service : null
}

function frameOf(span: TraceSpan, tree: Tree): ModelExchange {
  return exchangeWith({
    conversation: tree.conversation(span),
    unit: tree.unit(span),
    agent: agentFor(span, tree),
    told: tree.chain(span).flatMap(toldBy),
    startMs: span.startMs,
    endMs: span.endMs,
    origin: span.origin,
  })
}

/** The input of a model or an agent, with its answer; null where neither was recorded. */
function exchangeOf(span: TraceSpan, tree: Tree): ModelExchange | null {
  const { input, output } = messagesOf(span)
  if (input.length === 0 && output.length === 0) return null
  const frame = frameOf(span, tree)
  // An agent that serves as a tool talks to the agent that called it, not to the user.
  if (
    tree
      .chain(span)
      .slice(1)
      .some((each) => kindOf(each) === 'tool')
  )
    return { ...frame, output: [lose('model call', 'inside a tool')] }
  const failed = span.failed && output.length === 0 ? [lose('model call', 'that failed')] : []
  return { ...frame, input, output: [...output, ...failed] }
}

function messagesOf(span: TraceSpan): { input: TracePiece[]; output: TracePiece[] } {
  const details = span.events
    .filter(({ name }) => /operation\.details$|^gen_ai\.content\./.test(name))
    .map((event) => event.attributes)
  const attributes: JsonObject = Object.assign({}, span.attributes, ...details)
  const system = piecesOf(unpack(attributes['gen_ai.system_instructions']), 'assistant').length
  const prompt: TracePiece[] =
    system === 0 ? [] : [{ kind: 'system', text: writeOutput(attributes['gen_ai.system_instructions']) }]
  const input = firstOf([
    attributes['gen_ai.input.messages'],
    unflatten(attributes, 'gen_ai.prompt.').map(withParts),
    unflatten(attributes, 'llm.input_messages.'),
    attributes['ai.prompt.messages'],
    promptOf(attributes['ai.prompt']),
    attributes['gen_ai.prompt'],
    span.events.flatMap(messageOfEvent),
  ])
  const output = firstOf([
    attributes['gen_ai.output.messages'],
    unflatten(attributes, 'gen_ai.completion.').slice(0, 1),
    unflatten(attributes, 'llm.output_messages.'),
    answerOf(attributes),
    attributes['gen_ai.completion'],
    span.events.flatMap(choiceOfEvent),
  ])
  const reasons = [attributes['gen_ai.response.finish_reasons'], attributes['ai.response.finishReason']]
  const answered = cutShort(piecesOf(output, 'assistant'), endedEarly(...reasons.map(unpack)))
  const asked = input ?? unpack(attributes['gen_ai.input.messages'])
  return { input: [...prompt, ...piecesOf(input, 'user')], output: [...askedBy(asked, answered), ...answered] }
}

function firstOf(values: readonly (JsonValue | undefined)[]): JsonValue | undefined {
  return values
    .map(unpack)
    .find((each) => each !== undefined && each !== null && each !== '' && !(Array.isArray(each) && each.length === 0))
}

/** The prompt on the AI SDK's outer span. */
function promptOf(value: JsonValue | undefined): JsonValue | undefined {
  const prompt = unpack(value)
  return isJsonObject(prompt) ? (prompt.messages ?? prompt.prompt) : undefined
}

function answerOf(attributes: JsonObject): JsonValue | undefined {
  const text = attributes['ai.response.text']
  const calls = unpack(attributes['ai.response.toolCalls'])
  if (text === undefined && calls === undefined) return undefined
  return { role: 'assistant', content: text ?? null, tool_calls: Array.isArray(calls) ? calls : [] }
}

/** Content of several parts is JSON within an attribute's text; any other JSON is literally what was said. */
function partsOf(content: JsonValue | undefined): JsonValue | undefined {
  const parts = unpack(content)
  const typed = Array.isArray(parts) && parts.every((part) => isJsonObject(part) && typeof part.type === 'string')
  return typed ? parts : content
}

function withParts(message: JsonValue): JsonValue {
  if (!isJsonObject(message) || message.content === undefined) return message
  return { ...message, content: partsOf(message.content) ?? null }
}

/** `gen_ai.user.message` and the like: one message of the input. */
function messageOfEvent({ name, attributes }: TraceSpan['events'][number]): JsonValue[] {
  const role = /^gen_ai\.(system|user|assistant|tool)\.message$/.exec(name)?.[1]
  if (role === undefined) return []
  const whole = unpack(attributes['gen_ai.event.content'])
  const { id, ...rest } = isJsonObject(whole) ? whole : attributes
  const message = { ...rest, content: partsOf(rest.content) ?? null, tool_calls: unpack(rest.tool_calls) ?? [] }
  return [{ ...message, role, ...(role === 'tool' ? { tool_call_id: id ?? null } : {}) }]
}

/** `gen_ai.choice`: what the model answered; further choices are left out. */
function choiceOfEvent({ name, attributes }: TraceSpan['events'][number]): JsonValue[] {
  if (name !== 'gen_ai.choice' || (attributes.index !== undefined && Number(attributes.index) !== 0)) return []
  const whole = unpack(attributes['gen_ai.event.content'])
  const choice = isJsonObject(whole) ? whole : attributes
  const inner = unpack(choice.message)
  const message = isJsonObject(inner) ? inner : typeof inner === 'string' ? { content: inner } : choice
  return [
    {
      ...message,
      tool_calls: unpack(message.tool_calls ?? choice.tool_calls) ?? [],
      role: 'assistant',
      content: message.content ?? null,
    },
  ]
}

/** A tool run, as an exchange in which nothing is said. */
function toolOf(span: TraceSpan, tree: Tree): ModelExchange {
  const { attributes, failed, failure, startMs, endMs } = span
  const within = tree
    .chain(span)
    .slice(1)
    .some((each) => kindOf(each) === 'tool')
  if (within) return { ...frameOf(span, tree), output: [lose('tool call', 'inside a tool')] }
  const name = [
    attributes['gen_ai.tool.name'],
    attributes['ai.toolCall.name'],
    attributes['traceloop.entity.name'],
    attributes['tool.name'],
  ].find((each) => typeof each === 'string')
  const given = firstOf([
    attributes['gen_ai.tool.call.arguments'],
    attributes['ai.toolCall.args'],
    argumentsOf(attributes['traceloop.entity.input'] ?? attributes['input.value']),
  ])
  const result = [
    attributes['gen_ai.tool.call.result'],
    attributes['ai.toolCall.result'],
    attributes['traceloop.entity.output'],
    attributes['output.value'],
  ].find((each) => each !== undefined)
  const id = attributes['gen_ai.tool.call.id'] ?? attributes['ai.toolCall.id']
  const isCut = isCutOff(given)
  const run: ToolRun = {
    id: typeof id === 'string' && id !== '' ? id : null,
    name: typeof name === 'string' ? name : span.name.replace(/^execute_tool /, ''),
    given: given === undefined || isCut ? null : readGiven(given),
    output: result === undefined ? (failed ? failure : null) : writeOutput(result),
    isError: failed,
    startMs,
    endMs,
  }
  return { ...frameOf(span, tree), tools: [run], output: isCut ? [lose('argument list', 'that was cut off')] : [] }
}

function argumentsOf(value: JsonValue | undefined): JsonValue | undefined {
  const input = unpack(value)
  if (!isJsonObject(input)) return input
  return (
    [input.kwargs, input.inputs, input.arguments].find((each) => isJsonObject(each) && Object.keys(each).length > 0) ??
    input
  )
}
