import { converse } from '../../engine/run/recovery/converse.ts'
import { viewTurn } from '../../engine/transcript/turn-view.ts'
import type { InlineChatRequest } from '../../wire/api/chat.ts'
import type { CallLimits } from '../../wire/client/call-limits.ts'
import type { Client } from '../../wire/client/client.ts'
import type { Failure } from '../../wire/client/failure.ts'
import type { ChatTalk } from './chat-talk.ts'

/** What turns are sent with. */
export interface Sending {
  client: Client
  limits: CallLimits
}

/** What never left says nothing of the agent. */
const unsent: readonly Failure['kind'][] = ['blocked', 'unsendable', 'held back']

/**
 * Sends one message, or null for the agent to open, and adds its answer to the talk; or gives why there is none. The reply
 * comes inline and nobody is messaged (CHA-01). Without a session a new one starts (CHA-05).
 */
export async function speak(
  talk: ChatTalk,
  message: string | null,
  { client, limits }: Sending,
): Promise<Failure | null> {
  const earlier = talk.turns.map(({ entries }) => entries)
  const answer = await converse(client, { request: requestOf(talk, message), earlier }, limits)
  if (!answer.ok) {
    talk.pending = message
    if (message !== null && !unsent.includes(answer.failure.kind)) talk.unanswered++
    return answer.failure
  }
  const { sessionId, transcript: entries } = answer.data
  const view = viewTurn(entries)
  talk.pending = null
  if (message === null && view.assistant.length === 0) return null // it has nothing to open with: the user begins, in a session of their own
  talk.sessionId = sessionId
  const { recovered, timeMs: turnMs } = answer
  talk.turns.push({ user: message, entries, view, turnMs, ...(recovered === undefined ? {} : { recovered }) })
  return null
}

function requestOf({ agent, version, metadata, sessionId }: ChatTalk, message: string | null): InlineChatRequest {
  return {
    doReturnResponse: true,
    agentName: agent,
    agentVersion: /^\d+$/.test(version) ? Number(version) : version,
    ...(message === null ? {} : { message }),
    ...(sessionId === null ? {} : { sessionId }),
    ...(Object.keys(metadata).length === 0 ? {} : { metadata }),
  }
}
