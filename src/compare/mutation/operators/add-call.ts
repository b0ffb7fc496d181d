import type { FunctionCall, FunctionCallOutput } from '../../../wire/api/transcript-entry.ts'
import { freeId } from './call-entries.ts'
import { acts } from './looks-up.ts'
import type { Operator } from './operator.ts'

/**
 * Adds a call before the reply: another function of the agent, preferring one that acts over one that only looks
 * something up; a made-up one where none is known.
 */
export const addCall: Operator = ({ entries, view, index }, { functions, choose }) => {
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
