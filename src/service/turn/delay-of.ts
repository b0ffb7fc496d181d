import type { SessionRecord } from '../store/session-record.ts'
import type { AgentVersion } from '../workspace/agent.ts'

/** How long an agent really waits before it answers, in milliseconds. */
export function delayOf({ behaviour }: AgentVersion, session: SessionRecord): number {
  if (behaviour.kind === 'scripted') return behaviour.delayMs
  const recording = behaviour.recordings.find(({ id }) => id === session.state.recording) ?? behaviour.recordings[0]
  return recording?.turns[session.turns]?.delayMs ?? 0
}
