import type { TranscriptEntry } from '../../../wire/api/transcript-entry.ts'
import type { Finding, SessionLawFacts, TurnLawFacts } from '../law.ts'
import { type PairedCalls, pairCalls, type ToolCall } from '../tool-call.ts'

/** The calls of a list of entries, and the ids that were used before them. */
interface CallFacts {
  view: PairedCalls
  memory: Pick<TurnLawFacts['memory'], 'callIds'>
}

/** Laws `outputs paired`, `no open call`, `unique call ids` and `phases agree` (TRN-13 to TRN-19). */
export function checkCalls({ view, memory }: CallFacts): Finding[] {
  const findings = view.orphans.map(({ name, callId, index }): Finding => {
    return { law: 'outputs paired', message: `an output of ${name} (${callId}) has no open call before it`, index }
  })
  for (const call of view.calls) findings.push(...checkCall(call, memory.callIds))
  return findings
}

/** The same for calls that only the stored session holds, such as those of the phase post; `offsets` are where they stand. */
export function checkLateCalls(
  { session, entries }: Pick<SessionLawFacts, 'session' | 'entries'>,
  offsets: readonly number[],
): Finding[] {
  if (offsets.length === 0) return []
  const late = offsets.map((each) => session.transcript[each] as TranscriptEntry)
  const callIds = new Set(entries.flatMap((entry) => (entry.type === 'function_call' ? [entry.call_id] : [])))
  return checkCalls({ view: pairCalls(late), memory: { callIds } }).map((finding) => ({
    ...finding,
    message: `in the stored session, ${finding.message}`,
    index: finding.index === null ? null : (offsets[finding.index] ?? null),
  }))
}

function checkCall({ name, callId, phase, output, index }: ToolCall, callIds: Set<string>): Finding[] {
  const findings: Finding[] = []
  if (callIds.has(callId))
    findings.push({ law: 'unique call ids', message: `${name} reuses the call id ${callId}`, index })
  callIds.add(callId)
  if (output === null)
    return [...findings, { law: 'no open call', message: `${name} (${callId}) has no output`, index }]
  if (output.name !== name) {
    findings.push({
      law: 'outputs paired',
      message: `the output of ${name} (${callId}) bears the name ${output.name}`,
      index: output.index,
    })
  }
  if (phase !== null && output.phase !== null && phase !== output.phase) {
    findings.push({
      law: 'phases agree',
      message: `${name} was called in phase ${phase}, but its output says ${output.phase}`,
      index: output.index,
    })
  }
  return findings
}
