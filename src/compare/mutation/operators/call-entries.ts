import type { ToolCall } from '../../../engine/transcript/tool-call.ts'
import type { FunctionCall, FunctionCallOutput, TranscriptEntry } from '../../../wire/api/transcript-entry.ts'
import type { HeardTurn } from '../mutant/talk.ts'

export interface CallEntries {
  call: ToolCall
  entry: FunctionCall
  output: FunctionCallOutput | null
  /** "lookup_order", or "lookup_order (2)" for the second one of the turn. */
  name: string
}

export function callsOf({ view }: HeardTurn): CallEntries[] {
  const { entries } = view
  const counts = new Map<string, number>()
  return view.calls.flatMap((call) => {
    const entry = entries[call.index]
    if (entry?.type !== 'function_call') return []
    const output = call.output === null ? undefined : entries[call.output.index]
    const count = (counts.get(call.name) ?? 0) + 1
    counts.set(call.name, count)
    const several = view.calls.filter(({ name }) => name === call.name).length > 1
    const name = several ? `${call.name} (${count})` : call.name
    return [{ call, entry, output: output?.type === 'function_call_output' ? output : null, name }]
  })
}

/** Replaces a call and its output by other entries; null removes one. */
export function withCall(
  entries: readonly TranscriptEntry[],
  { call }: CallEntries,
  entry: Partial<FunctionCall> | null,
  output: Partial<FunctionCallOutput> | null = {},
): TranscriptEntry[] {
  return entries.flatMap((each, index) => {
    if (index === call.index && each.type === 'function_call') return entry === null ? [] : [{ ...each, ...entry }]
    if (index === call.output?.index && each.type === 'function_call_output')
      return output === null ? [] : [{ ...each, ...output }]
    return [each]
  })
}

/** A call id that no entry uses. */
export function freeId(entries: readonly TranscriptEntry[], id = 'call_more'): string {
  return entries.some((entry) => 'call_id' in entry && entry.call_id === id) ? freeId(entries, `${id}_`) : id
}
