import type { AlignedSession } from '../align-stored.ts'
import type { LawFinding, SessionLawFacts, TurnLawFacts } from '../law.ts'
import { type PairedCalls, pairCalls, type ToolCall } from '../tool-call.ts'

interface CallFacts {
  view: PairedCalls
  memory: Pick<TurnLawFacts['memory'], 'callIds'>
}

/** Laws `outputs paired`, `no open call`, `unique call ids` and `phases agree` (TRN-13 to TRN-19). */
export function checkCalls({ view, memory }: CallFacts): LawFinding[] {
  const findings = view.orphans.map(({ name, callId, index }): LawFinding => {
    return { law: 'outputs paired', message: `an output of ${name} (${callId}) has no open call before it`, index }
  })
  for (const call of view.calls) findings.push(...checkCall(call, memory.callIds))
  return findings
}

/** For calls, or outputs, that only the stored session shows; `shownAs` says which of its entries the turns showed. */
export function checkHiddenCalls(
  { session, entries }: Pick<SessionLawFacts, 'session' | 'entries'>,
  shownAs: AlignedSession['shownAs'],
): LawFinding[] {
  if (!shownAs.includes(null)) return []
  const { calls, orphans } = pairCalls(session.transcript)
  const view = {
    calls: calls.filter(({ index }) => shownAs[index] === null),
    orphans: orphans.filter(({ index }) => shownAs[index] === null),
  }
  const callIds = new Set(entries.flatMap((entry) => (entry.type === 'function_call' ? [entry.call_id] : [])))
  return checkCalls({ view, memory: { callIds } }).map((finding) => ({
    ...finding,
    message: `in the stored session, ${finding.message}`,
  }))
}

function checkCall({ name, callId, phase, output, index }: ToolCall, callIds: Set<string>): LawFinding[] {
  const findings: LawFinding[] = []
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
