import { pairCalls, type ToolCall } from '../../../engine/transcript/tool-call.ts'
import type { Session } from '../../../wire/api/session.ts'
import type { Phase } from '../../../wire/api/transcript-entry.ts'
import type { MutableTalk } from '../mutant/talk.ts'
import { freeId } from './call-entries.ts'
import type { Surroundings } from './operator.ts'

/** An operator on what the stored session shows beside the turns: every way it can be worse. */
export type StoredOperator = (
  talk: MutableTalk & { session: Session },
  around: Surroundings | undefined,
) => { what: string; session: Session }[]

/** The session names a version not asked for: draft for published, a number for another; nothing without one. */
export const otherVersion: StoredOperator = ({ plan: { version }, session }) => {
  const label = session.agentDetails.version
  const other = version === 'default' ? 'draft' : version === 'draft' ? '1' : String(Number(version) + 1)
  if (label === null || other === label) return []
  const agentDetails = { ...session.agentDetails, version: other }
  return [{ what: `version ${other} answers instead of ${label}`, session: { ...session, agentDetails } }]
}

/** Leaves out each call after the conversation. */
export const dropPostCall: StoredOperator = (talk) =>
  postCalls(talk).map(({ name, index, output }) => {
    const transcript = talk.session.transcript.filter((_, at) => at !== index && at !== output?.index)
    return { what: `${name} is not called after the conversation`, session: { ...talk.session, transcript } }
  })

/** Adds a call after the conversation: a function of this phase, rather a new one; made up where none is known. */
export const addPostCall: StoredOperator = (talk, around) => {
  if (around === undefined) return []
  const { functions, choose } = around
  const { session } = talk
  const names = new Set(postCalls(talk).map(({ name }) => name))
  const others = functions.post.filter((name) => !names.has(name))
  const invention = talk.functions === null ? ['delete_everything'] : []
  const name = choose([others, functions.post, invention].find(({ length }) => length > 0) ?? [], 'add post call')
  const moment = session.transcript.findLast((entry) => entry.type !== 'unknown')
  if (name === undefined || moment === undefined) return []
  const phase: Phase = 'post'
  const shared = { name, call_id: freeId(session.transcript), phase, timestamp: moment.timestamp }
  const output = { output: '{"ok":true}', is_error: false, executionTimeMs: 20 }
  const transcript: Session['transcript'] = [
    ...session.transcript,
    { type: 'function_call', arguments: {}, ...shared },
    { type: 'function_call_output', ...output, ...shared },
  ]
  return [{ what: `${name} is called as well after the conversation`, session: { ...session, transcript } }]
}

/** The calls of the phase post that only the stored session shows. */
function postCalls({ session, turns }: MutableTalk & { session: Session }): ToolCall[] {
  const inTurns = new Set(turns.flatMap(({ view }) => view.calls.map(({ callId, name }) => `${callId} ${name}`)))
  return pairCalls(session.transcript).calls.filter(
    ({ phase, callId, name }) => phase === 'post' && !inTurns.has(`${callId} ${name}`),
  )
}
