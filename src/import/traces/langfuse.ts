import { isJsonObject, type JsonObject, type JsonValue } from '../../base/json/json.ts'
import type { Origin } from '../sessions/talk.ts'
import { cutMessages, isCutOff, withoutCut } from './cut-off.ts'
import { isMessage, piecesOf } from './read-message.ts'
import { readGiven, textOf, writeOutput } from './read-part.ts'
import {
  askedBy,
  exchangeWith,
  lose,
  type ModelExchange,
  readMoment,
  type ToolRun,
  type TraceDocument,
  type TracePiece,
  type TracesRead,
  toldIn,
  unpack,
} from './trace.ts'
import { below, type Visitor, walk, walkDocuments } from './walk-documents.ts'

/** A trace or an observation, with its place. */
interface Row {
  value: JsonObject
  origin: () => Origin
}

/**
 * Conversations in Langfuse exports: traces with their observations, lists of either as the API and the project
 * page export them, and sessions of traces.
 */
export function readLangfuse(documents: readonly TraceDocument[]): TracesRead {
  const read: TracesRead = { exchanges: [], refused: [] }
  const traces = new Map<string, Row>()
  const observations = new Map<string, Row>()
  walkDocuments(documents, visitor({ traces, observations, refused: read.refused }))
  const byTrace = new Map<string, Row[]>()
  for (const row of observations.values()) {
    const trace = textOf(row.value.traceId ?? row.value.trace_id)
    byTrace.set(trace, [...(byTrace.get(trace) ?? []), row])
  }
  for (const id of new Set([...traces.keys(), ...byTrace.keys()]))
    read.exchanges.push(...ofTrace(id, traces.get(id), byTrace.get(id) ?? []))
  const { kept, refused } = withoutCut(
    read.exchanges,
    'lift the limit of lengths where the agent runs, or export it whole',
  )
  return { exchanges: kept, refused: [...read.refused, ...refused] }
}

interface Found {
  traces: Map<string, Row>
  observations: Map<string, Row>
  refused: TracesRead['refused']
}

function visitor(found: Found): Visitor {
  return {
    refused: found.refused,
    refusal: { message: 'this is neither a trace nor an observation', hint: 'export traces of Langfuse as JSON' },
    object(value, spot) {
      const { origin } = spot
      if (isObservation(value)) {
        found.observations.set(idOf(value, found.observations), { value, origin })
        return
      }
      if (isJsonObject(value.trace) && Array.isArray(value.observations)) {
        walk(value.trace, below(spot, 'trace'), this)
        walk(value.observations, below(spot, 'observations'), this)
        return
      }
      const key = ['data', 'traces', 'observations'].find((name) => Array.isArray(value[name]))
      const list = key === undefined ? undefined : value[key]
      if (key !== undefined && key !== 'observations' && list !== undefined) walk(list, below(spot, key), this)
      else if ('input' in value || 'output' in value || key === 'observations') {
        const id = idOf(value, found.traces)
        found.traces.set(id, { value, origin })
        for (const [index, each] of (Array.isArray(list) ? list : []).entries()) {
          // The list of traces refers to its observations by id only.
          if (isJsonObject(each)) walk({ traceId: id, ...each }, below(spot, 'observations', index), this)
        }
      } else
        found.refused.push({
          origin: origin(),
          message: 'there is no trace here',
          hint: 'export traces of Langfuse as JSON, with their input and output',
        })
    },
  }
}

function idOf(value: JsonObject, known: ReadonlyMap<string, Row>): string {
  return typeof value.id === 'string' && value.id !== '' ? value.id : `row ${known.size + 1}`
}

const models = ['GENERATION']
const types = [...models, 'SPAN', 'EVENT', 'TOOL', 'AGENT', 'CHAIN', 'RETRIEVER', 'EVALUATOR', 'EMBEDDING', 'GUARDRAIL']

function isObservation(value: JsonObject): boolean {
  return (
    types.includes(textOf(value.type)) &&
    ('traceId' in value || 'trace_id' in value || 'startTime' in value || 'start_time' in value)
  )
}

function ofTrace(id: string, trace: Row | undefined, observations: readonly Row[]): ModelExchange[] {
  const origin = trace?.origin ?? observations[0]?.origin
  if (origin === undefined) return []
  const session = [trace?.value, ...observations.map(({ value }) => value)]
    .map((each) => each?.sessionId ?? each?.session_id)
    .find((each) => typeof each === 'string' && each !== '')
  const agent = [
    trace?.value.name,
    ...observations.flatMap(({ value }) => (value.type === 'AGENT' ? [value.name] : [])),
  ].find((each) => typeof each === 'string' && each !== '')
  const frame = {
    conversation: typeof session === 'string' ? session : null,
    unit: id,
    agent: typeof agent === 'string' ? agent : null,
    told: toldIn(trace?.value, ...observations.map(({ value }) => value)),
    origin,
  }
  const calls = observations.filter(({ value }) => models.includes(textOf(value.type)))
  const byId = new Map(observations.map((row) => [textOf(row.value.id), row.value]))
  const exchanges = calls.flatMap(({ value, origin: at }) => {
    const input = messagesIn(value.input, 'user')
    const output = messagesIn(value.output, 'assistant')
    const failed = value.level === 'ERROR' && output.length === 0 ? [lose('model call', 'that failed')] : []
    if (input.length + output.length + failed.length === 0) return []
    if (insideTool(value, byId))
      return [exchangeWith({ ...frame, ...timesOf(value), output: [lose('model call', 'inside a tool')] })]
    return [
      exchangeWith({
        ...frame,
        ...timesOf(value),
        origin: trace?.origin ?? at,
        input,
        output: [...askedBy(value.input, output), ...output, ...failed],
      }),
    ]
  })
  const heard = exchanges.some(({ input, output }) =>
    [...input, ...output].some((piece) => piece.kind === 'message' || piece === cutMessages),
  )
  if (!heard && trace !== undefined) {
    const [input, output] = [messagesIn(trace.value.input, 'user'), messagesIn(trace.value.output, 'assistant')]
    const startMs = readMoment(trace.value.timestamp)
    const seconds = trace.value.latency
    const endMs = startMs !== null && typeof seconds === 'number' ? startMs + seconds * 1_000 : null
    exchanges.push(
      exchangeWith({ ...frame, startMs, endMs, input, output: [...askedBy(trace.value.input, output), ...output] }),
    )
  }
  const tools = observations.filter(
    ({ value }) => value.type === 'TOOL' || (value.type === 'SPAN' && isToolSpan(value, calls)),
  )
  return [
    ...exchanges,
    ...tools
      .filter(({ value }) => !insideTool(value, byId))
      .map(({ value }) => exchangeWith({ ...frame, ...timesOf(value), tools: [toolOf(value)] })),
  ]
}

/**
 * Before observations had the type TOOL, tools were spans: one is recognised by its name, if a model called a
 * tool of that name.
 */
function isToolSpan(value: JsonObject, calls: readonly Row[]): boolean {
  const name = textOf(value.name)
  if (name === '') return false
  return calls.some(({ value: call }) =>
    messagesIn(call.output, 'assistant').some((piece) => piece.kind === 'call' && piece.name === name),
  )
}

function insideTool(value: JsonObject, byId: ReadonlyMap<string, JsonObject>): boolean {
  const seen = new Set<JsonObject>()
  for (
    let at = byId.get(textOf(value.parentObservationId ?? value.parent_observation_id));
    at !== undefined && !seen.has(at);
    at = byId.get(textOf(at.parentObservationId ?? at.parent_observation_id))
  ) {
    seen.add(at)
    if (at.type === 'TOOL') return true
  }
  return false
}

function timesOf(value: JsonObject): { startMs: number | null; endMs: number | null } {
  return {
    startMs: readMoment(value.startTime ?? value.start_time),
    endMs: readMoment(value.endTime ?? value.end_time),
  }
}

/** The pieces in an input or output: messages, a wrapper around them, or a bare text. */
function messagesIn(value: JsonValue | undefined, role: 'user' | 'assistant'): TracePiece[] {
  const given = unpack(value)
  if (given === undefined || given === null) return []
  if (isCutOff(given)) return [cutMessages]
  if (!isJsonObject(given) || isMessage(given)) return piecesOf(given, role)
  if (Array.isArray(given.choices)) return piecesOf(given.choices.slice(0, 1), role)
  const wrapped = [
    given.messages,
    given.input,
    given.output,
    given.prompt,
    given.question,
    given.query,
    given.message,
    given.answer,
    given.response,
    given.completion,
    given.text,
  ].find((each) => each !== undefined && each !== null)
  if (wrapped !== undefined) return messagesIn(wrapped, role)
  return 'content' in given || 'tool_calls' in given || 'parts' in given
    ? piecesOf({ role, ...given }, role)
    : [lose(role === 'user' ? 'input' : 'output', 'that is no message')]
}

function toolOf(value: JsonObject): ToolRun {
  const [input, output] = [unpack(value.input), unpack(value.output)]
  const isError = value.level === 'ERROR'
  const inner = isJsonObject(output) && output.role === 'tool' ? output.content : value.output
  const call = [value.metadata, input, output]
    .flatMap((each) => (isJsonObject(each) ? [each.tool_call_id ?? each.toolCallId] : []))
    .find((each) => typeof each === 'string')
  const text = inner === undefined || inner === null ? null : writeOutput(inner)
  return {
    id: typeof call === 'string' ? call : null,
    name: textOf(value.name) || 'unknown',
    given: input === undefined || input === null || isCutOff(input) ? null : readGiven(input),
    output: text ?? (isError ? textOf(value.statusMessage ?? value.status_message) : null),
    isError,
    ...timesOf(value),
  }
}
