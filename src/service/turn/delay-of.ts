import type { ChatRequest } from '../../wire/api/chat.ts'
import { chooseRecording } from '../agents/perform-replay.ts'
import { isMissing } from '../rules/chat-rules.ts'
import type { SessionRecord } from '../store/session-record.ts'
import type { AgentVersion } from '../workspace/agent.ts'

/**
 * The real wait before an agent answers, in milliseconds; a replayed agent waits as long as the turn it is about to
 * replay.
 */
export function delayOf({ behaviour }: AgentVersion, session: SessionRecord, chat: ChatRequest): number {
  if (behaviour.kind === 'scripted') return behaviour.delayMs
  const { state, turns } = session
  const message = isMissing(chat.message) ? null : chat.message
  const variables = { ...session.variables, ...chat.metadata }
  const recording = chooseRecording(behaviour.recordings, { message, variables, state, turn: turns })
  const turn = recording?.turns[turns - (state.opened === true ? 1 : 0)]
  const opens = message === null && turn?.user !== undefined
  return opens ? 0 : (turn?.delayMs ?? 0)
}
