import { acts } from '../../../base/acts.ts'
import type { FunctionCall, FunctionCallOutput, TranscriptEntry } from '../../../wire/api/transcript-entry.ts'
import { type CallEntries, callsOf, freeId, withCall } from './call-entries.ts'
import type { MutationOperator } from './operator.ts'

export const dropCall: MutationOperator = (turn) =>
  callsOf(turn).map((each) => ({
    what: `${each.name} is not called`,
    entries: withCall(turn.view.entries, each, null, null),
  }))

/** Adds a call before the reply: another function, rather one that acts; a made-up one where none is known. */
export const addCall: MutationOperator = ({ view, index }, { functions, choose }) => {
  const { entries } = view
  if (view.assistant.length === 0 && view.calls.length === 0) return []
  const others = functions.during.filter((name) => view.calls.every((call) => call.name !== name))
  const acting = others.filter(acts)
  const name = choose(acting.length > 0 ? acting : others, 'add call', index) ?? 'delete_everything'
  const before = view.assistant[0]?.index ?? entries.length
  const moment = entries[before - 1] ?? entries[0]
  if (moment === undefined || moment.type === 'unknown') return []
  const { timestamp } = moment
  const phase = view.calls.find((call) => call.phase !== null) === undefined && view.calls.length > 0 ? null : 'during'
  const shared = { name, call_id: freeId(entries), phase, timestamp } as const
  const call: FunctionCall = { type: 'function_call', arguments: {}, ...shared }
  const output: FunctionCallOutput = {
    type: 'function_call_output',
    output: '{"ok":true}',
    is_error: false,
    executionTimeMs: 20,
    ...shared,
  }
  return [{ what: `${name} is called as well`, entries: entries.toSpliced(before, 0, call, output) }]
}

/** Repeats each call that does something right after its output; a repeated look-up harms nobody. */
export const repeatCall: MutationOperator = (turn) =>
  callsOf(turn).flatMap(({ call, entry, output, name }) => {
    if (output === null || call.output === null || !acts(call.name)) return []
    const { entries } = turn.view
    const call_id = freeId(entries)
    const { timestamp } = output
    const again = [
      { ...entry, call_id, timestamp },
      { ...output, call_id },
    ]
    return [{ what: `${name} is called twice`, entries: entries.toSpliced(call.output.index + 1, 0, ...again) }]
  })

/** Swaps each two neighbouring calls, where they differ and the second waited for the first. */
export const reorderCalls: MutationOperator = (turn) => {
  const calls = callsOf(turn)
  return calls.flatMap((first, index) => {
    const second = calls[index + 1]
    if (second === undefined || !areSwappable(first, second)) return []
    return [{ what: `${second.name} is called before ${first.name}`, entries: swap(turn.view.entries, first, second) }]
  })
}

function areSwappable(first: CallEntries, second: CallEntries): boolean {
  if (first.call.output === null || second.call.output === null) return false
  if (first.call.output.index > second.call.index || first.call.phase !== second.call.phase) return false
  return (
    JSON.stringify([first.call.name, first.call.arguments]) !==
    JSON.stringify([second.call.name, second.call.arguments])
  )
}

/** The entries with two calls swapped, each at the place and time of the other. */
function swap(entries: readonly TranscriptEntry[], first: CallEntries, second: CallEntries): TranscriptEntry[] {
  const places = [first.call.index, first.call.output?.index, second.call.index, second.call.output?.index]
  const moved = [second.entry, second.output, first.entry, first.output]
  return entries.map((entry, index) => {
    const each = moved[places.indexOf(index)]
    return each == null || entry.type === 'unknown' ? entry : { ...each, timestamp: entry.timestamp }
  })
}

/** Makes each call to another function of the same phase, or to a made-up one where no other is known. */
export const renameCall: MutationOperator = (turn, { functions, choose }) =>
  callsOf(turn).map((each) => {
    const { call } = each
    const others = functions[call.phase ?? 'during'].filter((name) => name !== call.name)
    const name = choose(others, 'rename call', turn.index, call.index) ?? `${call.name}_v2`
    return {
      what: `${name} is called instead of ${each.name}`,
      entries: withCall(turn.view.entries, each, { name }, { name }),
    }
  })

/** Swaps the outputs of each two successive calls of the same function, where they differ. */
export const swapOutputs: MutationOperator = (turn) => {
  const calls = callsOf(turn).filter(({ output }) => output !== null)
  return calls.flatMap((first, index) => {
    const second = calls.slice(index + 1).find(({ call }) => call.name === first.call.name)
    if (second?.output == null || first.output === null) return []
    const { output: one, is_error: failed } = first.output
    const { output: other, is_error: otherFailed } = second.output
    if (one === other && failed === otherFailed) return []
    const half = withCall(turn.view.entries, first, {}, { output: other, is_error: otherFailed })
    const entries = withCall(half, second, {}, { output: one, is_error: failed })
    return [{ what: `${first.name} and ${second.name} get each other's output`, entries }]
  })
}

/** Makes the output of each call an error; one that failed succeeds. */
export const failOutput: MutationOperator = (turn) =>
  callsOf(turn).flatMap((each) => {
    if (each.output === null) return []
    const failed = each.output.is_error
    const output = failed
      ? { output: '{"ok":true}', is_error: false }
      : { output: '{"error":"internal error"}', is_error: true }
    return [
      { what: `${each.name} ${failed ? 'succeeds' : 'fails'}`, entries: withCall(turn.view.entries, each, {}, output) },
    ]
  })

/** Puts each call that states its phase in another phase. */
export const wrongPhase: MutationOperator = (turn) =>
  callsOf(turn).flatMap((each) => {
    if (each.call.phase === null) return []
    const phase = each.call.phase === 'during' ? 'post' : 'during'
    const output = each.output?.phase == null ? {} : { phase }
    return [
      {
        what: `${each.name} runs in phase ${phase} instead of ${each.call.phase}`,
        entries: withCall(turn.view.entries, each, { phase }, output as { phase?: typeof phase }),
      },
    ]
  })
