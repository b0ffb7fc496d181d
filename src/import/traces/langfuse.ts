import { isJsonObject, type JsonObject } from '../../base/json/json.ts'
import type { Origin } from '../sessions/talk.ts'
import { isCutOff } from './cut-off.ts'
import { chainOf, firstIn, listOf, readMoment, textIn, textOf, unpack } from './members.ts'
import { readGiven, writeOutput } from './read-part.ts'
import {
  exchangeBetween,
  exchangesOfRuns,
  type MessagePlaces,
  messagesIn,
  type RecordedRun,
  refuseCut,
} from './recorded-runs.ts'
import { type ModelExchange, type ToolRun, type TraceDocument, type TracesRead, toldIn } from './trace.ts'
import { below, walk, walkDocuments } from './walk-documents.ts'

interface Row {
  value: JsonObject
  origin: () => Origin
}

/** Conversations in Langfuse exports: traces with observations, lists of either, and sessions of traces. */
export function readLangfuse(documents: readonly TraceDocument[]): TracesRead {
  const read: Found = { traces: new Map(), observations: new Map(), refused: [] }
  walkDocuments(documents, {
    refused: read.refused,
    refusal: { message: 'this is neither a trace nor an observation', hint: 'export traces of Langfuse as JSON' },
    object(value, spot) {
      const { origin } = spot
      if (isObservation(value)) return read.observations.set(idOf(value, read.observations), { value, origin })
      if (isJsonObject(value.trace) && Array.isArray(value.observations)) {
        walk(value.trace, below(spot, 'trace'), this)
        walk(value.observations, below(spot, 'observations'), this)
        return
      }
      const key = ['data', 'traces', 'observations'].find((name) => Array.isArray(value[name]))
      const list = listOf(value[key ?? ''])
      if (key !== undefined && key !== 'observations') walk(list, below(spot, key), this)
      else if ('input' in value || 'output' in value || key === 'observations') {
        const id = idOf(value, read.traces)
        read.traces.set(id, { value, origin })
        // The list of traces refers to its observations by id only.
        for (const [index, each] of list.entries())
          if (isJsonObject(each)) walk({ traceId: id, ...each }, below(spot, 'observations', index), this)
      } else
        read.refused.push({
          origin: origin(),
          message: 'there is no trace here',
          hint: 'export traces of Langfuse as JSON, with their input and output',
        })
    },
  })
  const byTrace = new Map<string, Row[]>()
  for (const row of read.observations.values()) {
    const trace = textOf(row.value.traceId ?? row.value.trace_id)
    byTrace.set(trace, [...(byTrace.get(trace) ?? []), row])
  }
  const ids = new Set([...read.traces.keys(), ...byTrace.keys()])
  const exchanges = [...ids].flatMap((id) => ofTrace(id, read.traces.get(id), byTrace.get(id) ?? []))
  return refuseCut({ exchanges, refused: read.refused })
}

interface Found {
  traces: Map<string, Row>
  observations: Map<string, Row>
  refused: TracesRead['refused']
}

function idOf(value: JsonObject, rowById: ReadonlyMap<string, Row>): string {
  return textIn(value, 'id') ?? `row ${rowById.size + 1}`
}

const types = /^(?:GENERATION|SPAN|EVENT|TOOL|AGENT|CHAIN|RETRIEVER|EVALUATOR|EMBEDDING|GUARDRAIL)$/

function isObservation(value: JsonObject): boolean {
  return (
    types.test(textOf(value.type)) && ['traceId', 'trace_id', 'startTime', 'start_time'].some((name) => name in value)
  )
}

const places: MessagePlaces = {
  names: [
    ...['messages', 'input', 'output', 'prompt', 'question', 'query', 'message'],
    ...['answer', 'response', 'completion', 'text'],
  ],
}

function ofTrace(id: string, trace: Row | undefined, observations: readonly Row[]): ModelExchange[] {
  const origin = trace?.origin ?? observations[0]?.origin
  if (origin === undefined) return []
  const values = observations.map(({ value }) => value)
  const all = [...(trace === undefined ? [] : [trace.value]), ...values]
  const agents = [...(trace === undefined ? [] : [trace.value]), ...values.filter(({ type }) => type === 'AGENT')]
  const frame = {
    conversation: firstText(all, 'sessionId', 'session_id'),
    unit: id,
    agent: firstText(agents, 'name'),
    told: toldIn(...all),
    origin,
  }
  const byId = new Map(values.map((value) => [textOf(value.id), value]))
  const models = values.filter(({ type }) => type === 'GENERATION')
  const called = new Set(
    models.flatMap(({ output }) =>
      messagesIn(output, 'assistant', places).flatMap((piece) => (piece.kind === 'call' ? [piece.name] : [])),
    ),
  )
  const runs = observations.flatMap(({ value, origin: at }): RecordedRun[] => {
    const { type, input, output } = value
    // Before observations had the type TOOL, tools were spans, with the names of tools that a model called.
    const isTool = type === 'TOOL' || (type === 'SPAN' && textOf(value.name) !== '' && called.has(textOf(value.name)))
    if (type !== 'GENERATION' && !isTool) return []
    return [
      {
        kind: isTool ? 'tool' : 'model',
        frame: { ...frame, ...timesOf(value), origin: isTool ? origin : (trace?.origin ?? at) },
        input,
        output,
        failed: value.level === 'ERROR',
        isInside: chainOf(value, (each) => byId.get(textOf(each.parentObservationId ?? each.parent_observation_id)))
          .slice(1)
          .some((each) => each.type === 'TOOL'),
        tool: () => toolOf(value),
      },
    ]
  })
  return exchangesOfRuns(runs, places, () => {
    if (trace === undefined) return []
    const { timestamp, latency, input, output } = trace.value
    const startMs = readMoment(timestamp)
    const endMs = startMs !== null && typeof latency === 'number' ? startMs + latency * 1_000 : null
    return [exchangeBetween({ ...frame, startMs, endMs }, input, output, places)]
  })
}

function firstText(values: readonly JsonObject[], ...names: string[]): string | null {
  return values.map((value) => textIn(value, ...names)).find((each) => each !== null) ?? null
}

function timesOf(value: JsonObject): { startMs: number | null; endMs: number | null } {
  return {
    startMs: readMoment(value.startTime ?? value.start_time),
    endMs: readMoment(value.endTime ?? value.end_time),
  }
}

function toolOf(value: JsonObject): ToolRun {
  const [input, output] = [unpack(value.input), unpack(value.output)]
  const isError = value.level === 'ERROR'
  const inner = isJsonObject(output) && output.role === 'tool' ? output.content : value.output
  const call = [value.metadata, input, output]
    .flatMap((each) => (isJsonObject(each) ? [firstIn(each, 'tool_call_id', 'toolCallId')] : []))
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
