import { isJsonObject, type JsonObject, type JsonValue } from '../../base/json/json.ts'
import type { Origin } from '../sessions/talk.ts'
import { cutMessages, isCutOff, withoutCut } from './cut-off.ts'
import { isMessage, piecesOf } from './read-message.ts'
import { readGiven, textOf, writeOutput } from './read-part.ts'
import {
  askedBy,
  conversationOf,
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

/** A run of LangSmith, with its place. */
interface Run {
  value: JsonObject
  id: string
  parent: string | null
  trace: string
  origin: () => Origin
}

/** Conversations in LangSmith exports: runs of the kinds chain, llm and tool, flat or nested. */
export function readLangsmith(documents: readonly TraceDocument[]): TracesRead {
  const read: TracesRead = { exchanges: [], refused: [] }
  const runs = new Map<string, Run>()
  walkDocuments(documents, visitor(null, runs, read))
  const byTrace = new Map<string, Run[]>()
  for (const run of runs.values()) {
    const trace = rootOf(run, runs).trace
    byTrace.set(trace, [...(byTrace.get(trace) ?? []), run])
  }
  for (const [trace, group] of byTrace) read.exchanges.push(...ofTrace(trace, group, runs))
  const { kept, refused } = withoutCut(
    read.exchanges,
    'lift the limit of lengths where the agent runs, or export it whole',
  )
  return { exchanges: kept, refused: [...read.refused, ...refused] }
}

function visitor(parent: Run | null, runs: Map<string, Run>, read: TracesRead): Visitor {
  const refusal = {
    message: 'there is no run here: it has no run_type',
    hint: 'export runs of LangSmith as JSON lines',
  }
  return {
    refused: read.refused,
    refusal,
    object(value, spot) {
      const { origin } = spot
      if (typeof value.run_type === 'string') {
        const id = textOf(value.id ?? value.run_id) || `run ${runs.size + 1}`
        const above = textOf(value.parent_run_id) || parent?.id || null
        const run = { value, id, parent: above, trace: textOf(value.trace_id) || parent?.trace || id, origin }
        if (!runs.has(id)) runs.set(id, run)
        if (Array.isArray(value.child_runs)) walk(value.child_runs, below(spot, 'child_runs'), visitor(run, runs, read))
        return
      }
      const key = ['runs', 'data', 'items'].find((name) => Array.isArray(value[name]))
      const list = key === undefined ? undefined : value[key]
      if (key !== undefined && list !== undefined) walk(list, below(spot, key), this)
      else read.refused.push({ origin: origin(), ...refusal })
    },
  }
}

function rootOf(run: Run, runs: ReadonlyMap<string, Run>): Run {
  const seen = new Set<Run>()
  let at = run
  for (let next = runs.get(at.parent ?? ''); next !== undefined && !seen.has(next); next = runs.get(at.parent ?? '')) {
    seen.add(next)
    at = next
  }
  return at
}

function isInside(run: Run, kind: string, runs: ReadonlyMap<string, Run>): boolean {
  const seen = new Set<Run>()
  for (let at = runs.get(run.parent ?? ''); at !== undefined && !seen.has(at); at = runs.get(at.parent ?? '')) {
    seen.add(at)
    if (at.value.run_type === kind) return true
  }
  return false
}

function ofTrace(trace: string, group: readonly Run[], runs: ReadonlyMap<string, Run>): ModelExchange[] {
  const root = group.find(({ parent }) => parent === null || !runs.has(parent)) ?? group[0]
  if (root === undefined) return []
  const conversation = [root, ...group].map(({ value }) => threadOf(value)).find((each) => each !== null) ?? null
  const frame = {
    conversation,
    unit: trace,
    agent: textOf(root.value.run_type === 'chain' ? root.value.name : null) || null,
    told: toldIn(...group.map(({ value }) => value)),
    origin: root.origin,
  }
  const exchanges = group.flatMap((run) => {
    if (run.value.run_type !== 'llm') return []
    const input = messagesIn(run.value.inputs, 'user')
    const output = messagesIn(run.value.outputs, 'assistant')
    const failed = textOf(run.value.error) !== '' && output.length === 0 ? [lose('model call', 'that failed')] : []
    if (input.length + output.length + failed.length === 0) return []
    if (isInside(run, 'tool', runs))
      return [exchangeWith({ ...frame, ...timesOf(run.value), output: [lose('model call', 'inside a tool')] })]
    return [
      exchangeWith({
        ...frame,
        ...timesOf(run.value),
        input,
        output: [...askedBy(run.value.inputs, output), ...output, ...failed],
      }),
    ]
  })
  const heard = exchanges.some(({ input, output }) =>
    [...input, ...output].some((piece) => piece.kind === 'message' || piece === cutMessages),
  )
  if (!heard && root.value.run_type !== 'tool') {
    const input = messagesIn(root.value.inputs, 'user')
    const output = messagesIn(root.value.outputs, 'assistant')
    if (input.length + output.length > 0)
      exchanges.push(
        wholeOf(
          exchangeWith({
            ...frame,
            ...timesOf(root.value),
            input,
            output: [...askedBy(root.value.inputs, output), ...output],
          }),
        ),
      )
  }
  const tools = group.filter((run) => run.value.run_type === 'tool' && !isInside(run, 'tool', runs))
  return [
    ...exchanges,
    ...tools.map(({ value }) => exchangeWith({ ...frame, ...timesOf(value), tools: [toolOf(value)] })),
  ]
}

/** A graph returns all of its messages, including its input. */
function wholeOf(exchange: ModelExchange): ModelExchange {
  const { input, output } = exchange
  const repeated = output.some((piece) => piece.kind === 'message' && piece.role === 'user')
  return repeated ? { ...exchange, input: output, output: [] } : { ...exchange, input, output }
}

/** The id of what LangSmith calls a thread; a run's own `session_id` is the project. */
function threadOf({ extra, metadata, thread_id: thread }: JsonObject): string | null {
  const inner = isJsonObject(extra) && isJsonObject(extra.metadata) ? extra.metadata : {}
  const named = [isJsonObject(metadata) ? metadata : {}, inner].map(conversationOf).find((each) => each !== null)
  return typeof thread === 'string' && thread !== '' ? thread : (named ?? null)
}

function timesOf(value: JsonObject): { startMs: number | null; endMs: number | null } {
  return { startMs: readMoment(value.start_time), endMs: readMoment(value.end_time) }
}

/**
 * The pieces in inputs or outputs: messages, generations, choices, or a bare text under any of the usual names.
 */
function messagesIn(value: JsonValue | undefined, role: 'user' | 'assistant'): TracePiece[] {
  const given = unpack(value)
  if (given === undefined || given === null) return []
  if (isCutOff(given)) return [cutMessages]
  if (!isJsonObject(given) || isMessage(given) || given.type === 'constructor') return piecesOf(given, role)
  if (Array.isArray(given.generations)) {
    const first = given.generations.flat(1).slice(0, 1)
    return piecesOf(first, role)
  }
  if (Array.isArray(given.choices)) return piecesOf(given.choices.slice(0, 1), role)
  if (Array.isArray(given.messages)) return piecesOf(given.messages.flat(1) as JsonValue[], role)
  const named = [
    given.input,
    given.question,
    given.query,
    given.prompt,
    given.prompts,
    given.output,
    given.answer,
    given.response,
    given.result,
    given.text,
  ].find((each) => each !== undefined && each !== null)
  if (named !== undefined) return messagesIn(named, role)
  if ('content' in given || 'tool_calls' in given) return piecesOf({ role, ...given }, role)
  return Object.keys(given).length === 0 ? [] : [lose(role === 'user' ? 'input' : 'output', 'that is no message')]
}

function toolOf(value: JsonObject): ToolRun {
  const inputs = isJsonObject(value.inputs) ? value.inputs : {}
  const outputs = isJsonObject(value.outputs) ? (value.outputs.output ?? value.outputs) : value.outputs
  const message = isJsonObject(outputs)
    ? piecesOf(outputs, 'assistant').find(({ kind }) => kind === 'output')
    : undefined
  const error = textOf(value.error)
  const written = Object.keys(inputs).length === 1 ? readPython(inputs.input) : undefined
  const none = outputs === undefined || outputs === null || (isJsonObject(outputs) && Object.keys(outputs).length === 0)
  return {
    id: message?.kind === 'output' ? message.id : callIdOf(value),
    name: textOf(value.name) || 'unknown',
    given: written ?? (Object.values(inputs).some(isCutOff) || isCutOff(value.inputs) ? null : readGiven(inputs)),
    output: message?.kind === 'output' ? message.text : none ? (error === '' ? null : error) : writeOutput(outputs),
    isError: error !== '' || (message?.kind === 'output' && message.isError),
    ...timesOf(value),
  }
}

function callIdOf({ extra, inputs }: JsonObject): string | null {
  const places = [extra, isJsonObject(extra) ? extra.metadata : null, inputs]
  const found = places
    .flatMap((each) => (isJsonObject(each) ? [each.tool_call_id] : []))
    .find((each) => typeof each === 'string')
  return typeof found === 'string' ? found : null
}

/**
 * LangChain writes the arguments of a tool the way Python prints a dict; such a text is parsed if it is exactly
 * that.
 */
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
