import type { JsonObject, JsonValue } from '../../base/json/json.ts'
import { duplicateMember, isTooDeep, parseExactJson, parseIfJson } from '../../base/json/json-text.ts'
import { toNormalForm } from '../../base/text/normal-form.ts'
import type { FunctionCall, FunctionCallOutput, Phase, TranscriptEntry } from '../../wire/api/transcript-entry.ts'
import type { Unseen } from '../../wire/api/unseen.ts'

/** `json` if the text is unambiguous JSON; `twice` is the path of a repeated member. A negative time is unknown. */
export interface ToolOutput {
  name: string
  text: string
  json?: JsonValue
  twice?: string
  /** Null where nothing says whether the tool succeeded. */
  isError: boolean | null
  executionTimeMs: number | null
  phase: Phase | null
  index: number
}

/** A tool call with its output; null while it is open. `index` counts entries from 0. */
export interface ToolCall {
  name: string
  callId: string
  arguments: JsonObject
  phase: Phase | null
  index: number
  output: ToolOutput | null
}

/** Calls with their outputs, and the outputs that belong to no call. */
export interface PairedCalls {
  calls: ToolCall[]
  orphans: (ToolOutput & { callId: string })[]
}

/** The phase of a call or an output; undefined for any other entry. */
export function phaseOf(entry: TranscriptEntry): Phase | null | undefined {
  return 'phase' in entry ? entry.phase : undefined
}

/** The nearest open call before it of the same call_id (TRN-13): real agents reuse ids. */
export function pairCalls(entries: readonly TranscriptEntry[], unsure: Unseen['success'] = []): PairedCalls {
  const pairing: PairedCalls = { calls: [], orphans: [] }
  const waiting = new Map<string, ToolCall[]>()
  let index = -1
  for (const entry of entries) {
    index += 1
    if (entry.type === 'function_call') {
      const call = openCall(entry, index)
      pairing.calls.push(call)
      ;(waiting.get(call.callId) ?? waiting.set(call.callId, []).get(call.callId))?.push(call)
    } else if (entry.type === 'function_call_output') {
      const call = waiting.get(entry.call_id)?.pop()
      const output = readOutput(entry, index, unsure)
      if (call === undefined) pairing.orphans.push({ ...output, callId: entry.call_id })
      else call.output = output
    }
  }
  return pairing
}

/** Each output behind its call: which of two tools that run at once ends first is chance. */
export function orderByCalls(entries: readonly TranscriptEntry[]): { entry: TranscriptEntry; index: number }[] {
  const outputs = new Map(
    pairCalls(entries).calls.flatMap(({ index, output }) => (output === null ? [] : [[index, output.index]])),
  )
  const behind = new Set(outputs.values())
  return entries.flatMap((entry, index) => {
    const at = outputs.get(index) ?? -1
    const output = entries[at]
    return behind.has(index) ? [] : [{ entry, index }, ...(output === undefined ? [] : [{ entry: output, index: at }])]
  })
}

function openCall(entry: FunctionCall, index: number): ToolCall {
  return {
    name: toNormalForm(entry.name, 'NFC'),
    callId: entry.call_id,
    arguments: entry.arguments,
    phase: entry.phase,
    index,
    output: null,
  }
}

function readOutput(
  { name, call_id, output, is_error, executionTimeMs, phase }: FunctionCallOutput,
  index: number,
  unsure: NonNullable<Unseen['success']>,
): ToolOutput {
  return {
    name: toNormalForm(name, 'NFC'),
    text: output,
    ...readJson(output),
    isError: !is_error && (unsure === '*' || unsure.includes(call_id)) ? null : is_error,
    executionTimeMs: knownTime(executionTimeMs),
    phase,
    index,
  }
}

function readJson(text: string): Pick<ToolOutput, 'json' | 'twice'> {
  const json = parseJson(text)
  if (json === undefined) return {}
  const twice = typeof json === 'object' ? duplicateMember(text) : null
  return twice === null ? { json } : { twice }
}

/** The value of a text that is JSON; undefined for plain text, which an output may be (TRN-12). */
export function parseJson(text: string): JsonValue | undefined {
  return !/^\s*[[{"\-\dtfn]/.test(text) || isTooDeep(text) ? undefined : parseIfJson(text, parseExactJson)
}

/** A duration in milliseconds; a negative one is meaningless and counts as unknown (null). */
export function knownTime(ms: number | null): number | null {
  return ms !== null && ms >= 0 ? ms : null
}
