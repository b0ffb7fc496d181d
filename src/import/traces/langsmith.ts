import { isJsonObject, type JsonObject, type JsonValue } from '../../base/json/json.ts'
import type { Origin } from '../sessions/talk.ts'
import { isCutOff } from './cut-off.ts'
import { chainOf, listOf, objectOf, readMoment, textOf, unpack } from './members.ts'
import { piecesOf } from './read-message.ts'
import { readGiven, writeOutput } from './read-part.ts'
import { exchangeBetween, exchangesOfRuns, type MessagePlaces, type RecordedRun, refuseCut } from './recorded-runs.ts'
import {
  conversationOf,
  type ModelExchange,
  type ToolRun,
  type TraceDocument,
  type TracesRead,
  toldIn,
} from './trace.ts'
import { below, type Visitor, walk, walkDocuments } from './walk-documents.ts'

interface Run {
  value: JsonObject
  id: string
  parent: string | null
  trace: string
  origin: () => Origin
}

/** Conversations in LangSmith exports: runs of the kinds chain, llm and tool, flat or nested. */
export function readLangsmith(documents: readonly TraceDocument[]): TracesRead {
  const refused: TracesRead['refused'] = []
  const runs = new Map<string, Run>()
  walkDocuments(documents, visitor(null, runs, refused))
  const byTrace = new Map<string, Run[]>()
  for (const run of runs.values()) {
    const trace = withParents(run, runs).at(-1)?.trace ?? run.trace
    byTrace.set(trace, [...(byTrace.get(trace) ?? []), run])
  }
  return refuseCut({ exchanges: [...byTrace].flatMap(([trace, group]) => ofTrace(trace, group, runs)), refused })
}

function visitor(parent: Run | null, runs: Map<string, Run>, refused: TracesRead['refused']): Visitor {
  const refusal = {
    message: 'there is no run here: it has no run_type',
    hint: 'export runs of LangSmith as JSON lines',
  }
  return {
    refused,
    refusal,
    object(value, spot) {
      const { origin } = spot
      if (typeof value.run_type === 'string') {
        const id = textOf(value.id ?? value.run_id) || `run ${runs.size + 1}`
        const above = textOf(value.parent_run_id) || parent?.id || null
        const run = { value, id, parent: above, trace: textOf(value.trace_id) || parent?.trace || id, origin }
        if (!runs.has(id)) runs.set(id, run)
        walk(listOf(value.child_runs), below(spot, 'child_runs'), visitor(run, runs, refused))
        return
      }
      const key = ['runs', 'data', 'items'].find((name) => Array.isArray(value[name]))
      if (key !== undefined) walk(listOf(value[key]), below(spot, key), this)
      else refused.push({ origin: origin(), ...refusal })
    },
  }
}

function withParents(run: Run, runs: ReadonlyMap<string, Run>): Run[] {
  return chainOf(run, ({ parent }) => runs.get(parent ?? ''))
}

const places: MessagePlaces = {
  names: ['input', 'question', 'query', 'prompt', 'prompts', 'output', 'answer', 'response', 'result', 'text'],
  own(json) {
    if (json.type === 'constructor') return json
    if (Array.isArray(json.generations)) return json.generations.flat(1).slice(0, 1) as JsonValue[]
    if (Array.isArray(json.messages)) return json.messages.flat(1) as JsonValue[]
    return Object.keys(json).length === 0 ? [] : undefined
  },
}

function ofTrace(trace: string, group: readonly Run[], runs: ReadonlyMap<string, Run>): ModelExchange[] {
  const root = group.find(({ parent }) => parent === null || !runs.has(parent)) ?? group[0]
  if (root === undefined) return []
  const frame = {
    conversation: [root, ...group].map(({ value }) => threadOf(value)).find((each) => each !== null) ?? null,
    unit: trace,
    agent: textOf(root.value.run_type === 'chain' ? root.value.name : null) || null,
    told: toldIn(...group.map(({ value }) => value)),
    origin: root.origin,
  }
  const recorded = group.flatMap((run): RecordedRun[] => {
    const { value } = run
    if (value.run_type !== 'llm' && value.run_type !== 'tool') return []
    const parents = withParents(run, runs).slice(1)
    return [
      {
        kind: value.run_type === 'llm' ? 'model' : 'tool',
        frame: { ...frame, ...timesOf(value) },
        input: value.inputs,
        output: value.outputs,
        failed: textOf(value.error) !== '',
        isInside: parents.some((each) => each.value.run_type === 'tool'),
        tool: () => toolOf(value),
      },
    ]
  })
  return exchangesOfRuns(recorded, places, () => {
    if (root.value.run_type === 'tool') return []
    const { inputs, outputs } = root.value
    const exchange = exchangeBetween({ ...frame, ...timesOf(root.value) }, inputs, outputs, places)
    return exchange.input.length + exchange.output.length === 0 ? [] : [wholeOf(exchange)]
  })
}

/** A graph returns all of its messages, including its input. */
function wholeOf(exchange: ModelExchange): ModelExchange {
  const repeated = exchange.output.some((piece) => piece.kind === 'message' && piece.role === 'user')
  return repeated ? { ...exchange, input: exchange.output, output: [] } : exchange
}

/** The id of what LangSmith calls a thread; a run's own `session_id` is the project. */
function threadOf({ extra, metadata, thread_id: thread }: JsonObject): string | null {
  const conversationIds = [objectOf(metadata), objectOf(objectOf(extra).metadata)].map(conversationOf)
  return textOf(thread) || (conversationIds.find((each) => each !== null) ?? null)
}

function timesOf(value: JsonObject): { startMs: number | null; endMs: number | null } {
  return { startMs: readMoment(value.start_time), endMs: readMoment(value.end_time) }
}

function toolOf(value: JsonObject): ToolRun {
  const inputs = objectOf(value.inputs)
  const outputs = isJsonObject(value.outputs) ? (value.outputs.output ?? value.outputs) : value.outputs
  const message = isJsonObject(outputs)
    ? piecesOf(outputs, 'assistant').find((piece) => piece.kind === 'output')
    : undefined
  const error = textOf(value.error)
  const pythonValue = Object.keys(inputs).length === 1 ? readPython(inputs.input) : undefined
  const none = outputs === undefined || outputs === null || (isJsonObject(outputs) && Object.keys(outputs).length === 0)
  return {
    id: message === undefined ? callIdOf(value) : message.id,
    name: textOf(value.name) || 'unknown',
    given:
      pythonValue ?? (!isJsonObject(value.inputs) || Object.values(inputs).some(isCutOff) ? null : readGiven(inputs)),
    output: message?.text ?? (none ? error || null : writeOutput(outputs)),
    isError: error !== '' || message?.isError === true,
    ...timesOf(value),
  }
}

function callIdOf({ extra, inputs }: JsonObject): string | null {
  const ids = [extra, objectOf(extra).metadata, inputs].map((each) => objectOf(each).tool_call_id)
  return ids.find((each) => typeof each === 'string') ?? null
}

/** LangChain writes arguments the way Python prints a dict; such a text is parsed if it is exactly that. */
function readPython(value: JsonValue | undefined): JsonObject | undefined {
  if (isJsonObject(value)) return value
  if (typeof value !== 'string') return undefined
  const json = unpack(value)
  if (isJsonObject(json)) return json
  if (!/^\{.*\}$/s.test(value) || /[\\"]/.test(value)) return undefined
  const swapped = value
    .replaceAll("'", '"')
    .replace(/\bTrue\b/g, 'true')
    .replace(/\bFalse\b/g, 'false')
    .replace(/\bNone\b/g, 'null')
  const read = unpack(swapped)
  return isJsonObject(read) ? read : undefined
}
