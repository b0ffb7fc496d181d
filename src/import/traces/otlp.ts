import { isJsonObject, type JsonObject, type JsonValue } from '../../base/json/json.ts'
import { cutMessages, isCutOff, withoutCut } from './cut-off.ts'
import { chainOf, firstIn, isTyped, listOf, textIn, textOf, unpack } from './members.ts'
import { cutIn, joinSpans, spansOf, type TraceSpan, toldBy, unflatten } from './otlp-spans.ts'
import { piecesOf } from './read-message.ts'
import { readGiven, writeOutput } from './read-part.ts'
import {
  askedBy,
  cutShort,
  endedEarly,
  exchangeWith,
  lose,
  type ModelExchange,
  type TraceDocument,
  type TracePiece,
  type TracesRead,
} from './trace.ts'

/** OTLP/JSON: GenAI conventions, current and earlier, OpenLLMetry, OpenInference and the AI SDK. */
export function readOtlp(documents: readonly TraceDocument[]): TracesRead {
  const refused: TracesRead['refused'] = []
  const spans = joinSpans(
    documents.flatMap((document) => {
      const own = spansOf(document)
      const message = 'there are no resourceSpans here'
      if (own === null) refused.push({ origin: document.place([]), message, hint: 'export traces as OTLP/JSON' })
      return own ?? []
    }),
  )
  const tree = plant(spans)
  const ofKind = (kind: Kind): TraceSpan[] => spans.filter((span) => kindOf(span) === kind)
  const [models, tools] = [ofKind('model'), ofKind('tool')]
  // An agent's models record its input and output too, in more detail; so the innermost spans come first.
  const agents = ofKind('agent').map((span) => ({ span, depth: tree.chain(span).length }))
  const inside = agents.sort((one, two) => two.depth - one.depth).map(({ span }) => span)
  const spoken = new Set<TraceSpan>()
  const exchanges = [...models, ...inside].flatMap((span) => {
    if (spoken.has(span)) return []
    const side = cutIn(span)
    const exchange = side === null ? exchangeOf(span, tree) : { ...frameOf(span, tree), [side]: [cutMessages] }
    if (exchange === null) return []
    for (const each of tree.chain(span)) spoken.add(each)
    return [exchange]
  })
  const { kept, refused: cut } = withoutCut([...exchanges, ...tools.map((span) => toolOf(span, tree))], liftLimit)
  refused.push(...cut)
  const [model, document] = [models[0], documents[0]]
  if (spoken.size > 0 || tools.length > 0) return { exchanges: kept, refused }
  if (model !== undefined) {
    const message = 'the spans of models hold no messages: what was said was not recorded'
    const hint = 'set OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT=true where the agent runs'
    refused.push({ origin: model.origin(), message, hint })
  } else if (document !== undefined && refused.length === 0) {
    const message = 'no span here is of a model, an agent or a tool'
    const hint = 'export the traces of the agent, with gen_ai attributes'
    refused.push({ origin: document.place([]), message, hint })
  }
  return { exchanges: kept, refused }
}

/** How to record a span with all its values. */
const liftLimit =
  'lift OTEL_ATTRIBUTE_VALUE_LENGTH_LIMIT, or the limit of the collector, where the agent runs, and record it again'

type Kind = 'model' | 'tool' | 'agent' | 'other'

const operation = ['gen_ai.operation.name']
const sdk = ['ai.operationId']
const library = ['traceloop.span.kind', 'openinference.span.kind']

/** Kinds of spans by what the first of some attributes says, in the order in which they count. */
const kinds: readonly (readonly [names: readonly string[], value: RegExp, kind: Kind])[] = [
  [operation, /^execute_tool$/, 'tool'],
  [operation, /^invoke_agent$/, 'agent'],
  [sdk, /\.do(?:Generate|Stream)$/, 'model'],
  [sdk, /^ai\.toolCall$/, 'tool'],
  [sdk, /^ai\.(?:generate|stream)(?:Text|Object)$/, 'agent'],
  [library, /^tool$/i, 'tool'],
  [library, /^(?:agent|workflow)$/i, 'agent'],
  [library, /^llm$/i, 'model'],
  [operation, /^(?:chat|text_completion|generate_content)$/, 'model'],
]

function kindOf({ attributes, events }: TraceSpan): Kind {
  const rule = kinds.find(([names, value]) => value.test(textOf(firstIn(attributes, ...names))))
  if (rule !== undefined) return rule[2]
  const speaks = Object.keys(attributes).some((key) =>
    /^gen_ai\.(?:(?:input|output)\.messages$|(?:prompt|completion)\.\d)/.test(key),
  )
  const isHeard = events.some(({ name }) => /^gen_ai\.(?:\w+\.message|choice|client\.inference)/.test(name))
  return speaks || isHeard ? 'model' : 'other'
}

interface Tree {
  /** The span itself and its ancestors, from the inside out. */
  chain(span: TraceSpan): TraceSpan[]
  conversation(span: TraceSpan): string | null
  unit(span: TraceSpan): string
}

function plant(spans: readonly TraceSpan[]): Tree {
  const byId = new Map(spans.map((span) => [`${span.trace} ${span.id}`, span]))
  const chain = (span: TraceSpan): TraceSpan[] =>
    chainOf(span, ({ trace, parent }) => (parent === null ? undefined : byId.get(`${trace} ${parent}`)))
  const turnOf = (span: TraceSpan): TraceSpan | undefined => chain(span).findLast((each) => kindOf(each) === 'agent')
  const turns = new Map<string, Set<TraceSpan>>()
  const ids = new Map<string, Set<string>>()
  for (const span of spans) {
    const turn = turnOf(span)
    if (turn !== undefined) turns.set(span.trace, (turns.get(span.trace) ?? new Set()).add(turn))
    const id = textIn(span.attributes, ...conversationNames)
    if (id !== null) ids.set(span.trace, (ids.get(span.trace) ?? new Set()).add(id))
  }
  return {
    chain,
    conversation(span) {
      const own = textAbove(chain(span), ...conversationNames)
      if (own !== null) return own
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

/** What the innermost of some spans that has any of these attributes says under it. */
function textAbove(spans: readonly TraceSpan[], ...names: string[]): string | null {
  return spans.map(({ attributes }) => textIn(attributes, ...names)).find((each) => each !== null) ?? null
}

function agentFor(span: TraceSpan, tree: Tree): string | null {
  const service = textIn(span.resource, 'service.name')
  const own = service?.startsWith('unknown_service') === true ? null : service
  return textAbove(tree.chain(span), 'gen_ai.agent.name') ?? own
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
  if (isInside(span, tree)) return { ...frame, output: [lose('model call', 'inside a tool')] }
  const failed = span.failed && output.length === 0 ? [lose('model call', 'that failed')] : []
  return { ...frame, input, output: [...output, ...failed] }
}

function isInside(span: TraceSpan, tree: Tree): boolean {
  const [, ...parents] = tree.chain(span)
  return parents.some((each) => kindOf(each) === 'tool')
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
  const request = input ?? unpack(attributes['gen_ai.input.messages'])
  return { input: [...prompt, ...piecesOf(input, 'user')], output: [...askedBy(request, answered), ...answered] }
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
  return { role: 'assistant', content: text ?? null, tool_calls: listOf(calls) }
}

/** Content of several parts is JSON within an attribute's text; any other JSON is literally what was said. */
function partsOf(content: JsonValue | undefined): JsonValue {
  const parts = unpack(content)
  return (Array.isArray(parts) && parts.every(isTyped) ? parts : content) ?? null
}

function withParts(message: JsonValue): JsonValue {
  if (!isJsonObject(message) || message.content === undefined) return message
  return { ...message, content: partsOf(message.content) }
}

/** `gen_ai.user.message` and the like: one message of the input. */
function messageOfEvent({ name, attributes }: TraceSpan['events'][number]): JsonValue[] {
  const role = /^gen_ai\.(system|user|assistant|tool)\.message$/.exec(name)?.[1]
  if (role === undefined) return []
  const whole = unpack(attributes['gen_ai.event.content'])
  const { id, ...rest } = isJsonObject(whole) ? whole : attributes
  const message = { ...rest, role, content: partsOf(rest.content), tool_calls: unpack(rest.tool_calls) ?? [] }
  return [role === 'tool' ? { ...message, tool_call_id: id ?? null } : message]
}

/** `gen_ai.choice`: what the model answered; further choices are left out. */
function choiceOfEvent({ name, attributes }: TraceSpan['events'][number]): JsonValue[] {
  if (name !== 'gen_ai.choice' || (attributes.index !== undefined && Number(attributes.index) !== 0)) return []
  const whole = unpack(attributes['gen_ai.event.content'])
  const choice = isJsonObject(whole) ? whole : attributes
  const inner = unpack(choice.message)
  const message = isJsonObject(inner) ? inner : typeof inner === 'string' ? { content: inner } : choice
  const calls = unpack(message.tool_calls ?? choice.tool_calls) ?? []
  return [{ ...message, tool_calls: calls, role: 'assistant', content: message.content ?? null }]
}

/** A tool run, as an exchange in which nothing is said. */
function toolOf(span: TraceSpan, tree: Tree): ModelExchange {
  const { attributes, failed, failure, startMs, endMs } = span
  if (isInside(span, tree)) return { ...frameOf(span, tree), output: [lose('tool call', 'inside a tool')] }
  const args = firstOf([
    attributes['gen_ai.tool.call.arguments'],
    attributes['ai.toolCall.args'],
    argumentsOf(attributes['traceloop.entity.input'] ?? attributes['input.value']),
  ])
  const results = ['gen_ai.tool.call.result', 'ai.toolCall.result', 'traceloop.entity.output', 'output.value']
  const result = results.map((name) => attributes[name]).find((each) => each !== undefined)
  const names = ['gen_ai.tool.name', 'ai.toolCall.name', 'traceloop.entity.name', 'tool.name']
  const isCut = isCutOff(args)
  const run = {
    id: textIn(attributes, 'gen_ai.tool.call.id', 'ai.toolCall.id'),
    name: textIn(attributes, ...names) ?? span.name.replace(/^execute_tool /, ''),
    given: args === undefined || args === null || isCut ? null : readGiven(args),
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
  const wrapped = [input.kwargs, input.inputs, input.arguments]
  return wrapped.find((each) => isJsonObject(each) && Object.keys(each).length > 0) ?? input
}
