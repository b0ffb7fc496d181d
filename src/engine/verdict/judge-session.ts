import type { JsonValue } from '../../base/json.ts'
import type { SessionExpectation } from '../../suite/language/session-expectation.ts'
import type { Session } from '../../wire/api/session.ts'
import type { Outcome } from '../expect/outcome.ts'
import { resolveNow } from '../expect/resolve-now.ts'
import { evaluateSession } from '../expect/session.ts'
import { setAside } from '../expect/set-aside.ts'
import { viewTurn } from '../transcript/turn-view.ts'

/** Holds a stored session against what the script says of it. */
export function judgeStored(expected: SessionExpectation, session: Session): Outcome[] {
  const { sound, outcomes } = setAside(expected)
  const judged = evaluateSession(resolveNow(sound, session.transcript), {
    members: {
      status: session.status,
      'agent version': session.agentDetails.version,
      agent: session.agentDetails.name,
      analysis: (session.analysis ?? null) as JsonValue,
      variables: (session.dynamicVariables ?? null) as JsonValue,
      'channel type': session.communicationChannelType,
      duration: session.duration,
      retryAttemptNo: session.retryAttemptNo,
      recordingUrl: session.recordingUrl,
    },
    calls: viewTurn(session.transcript).calls,
  })
  return [...judged, ...outcomes]
}
