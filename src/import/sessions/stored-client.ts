import { viewTurn } from '../../engine/transcript/turn-view.ts'
import type { Session } from '../../wire/api/session.ts'
import type { Client } from '../../wire/client/client.ts'
import type { Answer } from '../../wire/client/failure.ts'
import type { Slice } from './slice-turns.ts'

/** A client whose service is a session that took place: each turn answers with what was recorded of it, and nothing is sent. */
export function storedClient(session: Session, turns: readonly Slice[]): Client {
  const frame = { status: 200, requestId: null }
  const none = async (): Promise<Answer<never>> => ({
    ok: false,
    failure: { kind: 'unsendable', violations: [] },
    timeMs: 0,
  })
  let next = 0
  return {
    async converse() {
      const slice = turns[next++]
      if (slice === undefined) return none()
      const transcript = [...slice.entries]
      const timeMs = viewTurn(transcript).replyMs ?? 0
      return { ok: true, data: { sessionId: session.sessionId, transcript }, timeMs, ...frame }
    },
    fetchSession: async () => ({ ok: true, data: session, timeMs: 0, ...frame }),
    dispatch: none,
    triggerCall: none,
    callWorkflow: none,
    deleteWorkflowCall: none,
    listBlueprints: none,
    triggerNode: none,
    local: none,
  }
}
