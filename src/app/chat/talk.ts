import type { JsonObject } from '../../base/json/json.ts'
import { sendTurn } from '../../engine/run/recovery/send-turn.ts'
import { seedSession } from '../../engine/run/seed-session.ts'
import { type TurnView, viewTurn } from '../../engine/transcript/turn-view.ts'
import type { InlineChatRequest } from '../../wire/api/chat.ts'
import { askedVersion } from '../../wire/api/member-shapes.ts'
import type { Client } from '../../wire/client/client.ts'
import type { CallLimits } from '../../wire/client/client-over.ts'
import type { Failure, Recovery } from '../../wire/client/failure.ts'

/** One answered turn of a talk. `turnMs` is the client's wall-clock time. */
export interface ChatTurn {
  /** Null when the agent opened. */
  user: string | null
  view: TurnView
  turnMs: number
  /** It stood in the history that the talk began with. */
  given?: true
  /** How the answer was recovered after its first exchange broke. */
  recovered?: Recovery
}

/** A talk with one version of an agent, in one session; mutated by every turn. */
export interface ChatTalk {
  agent: string
  /** `default`, `draft` or a number in digits. */
  version: string
  metadata: JsonObject
  /** Null before the first answer. */
  sessionId: string | null
  turns: ChatTurn[]
  /** The last message of the user, if nothing answered it. */
  pending: string | null
  /** How many messages went unanswered; the service may have stored them all the same. */
  unanswered: number
}

export function newTalk({ agent, version, metadata }: Pick<ChatTalk, 'agent' | 'version' | 'metadata'>): ChatTalk {
  return { agent, version, metadata, sessionId: null, turns: [], pending: null, unanswered: 0 }
}

/** The turns that were said in the talk itself, without those of its history. */
export function ownTurns({ turns }: Pick<ChatTalk, 'turns'>): ChatTurn[] {
  return turns.filter(({ given }) => given !== true)
}

/** Who spoke last in a talk: its agent, unless the talk was handed over. */
export function speakerOf({ agent, turns }: ChatTalk): string {
  const spoken = turns.flatMap(({ view }) => view.assistant)
  return spoken.findLast(({ agentName }) => agentName !== null)?.agentName ?? agent
}

interface Sending {
  client: Client
  limits: CallLimits
}

/** Failures of messages that were never sent, which therefore say nothing about the agent. */
const unsent: readonly Failure['kind'][] = ['blocked', 'unsendable', 'held back']

/** Whether a message may have been sent although nothing answered it. */
export function wasSent({ kind }: Failure): boolean {
  return !unsent.includes(kind)
}

/** Null is for the agent to open. The reply comes inline (CHA-01); without a session a new one starts (CHA-05). */
export async function speak(
  talk: ChatTalk,
  message: string | null,
  { client, limits }: Sending,
): Promise<Failure | null> {
  const earlier = talk.turns.map(({ view }) => view.entries)
  const answer = await sendTurn(client, { request: requestOf(talk, message), earlier }, limits)
  if (!answer.ok) {
    talk.pending = message
    if (message !== null && wasSent(answer.failure)) talk.unanswered++
    return answer.failure
  }
  const { sessionId, transcript } = answer.data
  const view = viewTurn(transcript)
  talk.pending = null
  // It has no opening message: the user begins, in a session of their own.
  if (message === null && view.assistant.length === 0) return null
  talk.sessionId = sessionId
  const { recovered, timeMs: turnMs } = answer
  talk.turns.push({ user: message, view, turnMs, ...(recovered === undefined ? {} : { recovered }) })
  return null
}

function requestOf({ agent, version, metadata, sessionId }: ChatTalk, message: string | null): InlineChatRequest {
  return {
    doReturnResponse: true,
    agentName: agent,
    agentVersion: askedVersion(version),
    ...(message === null ? {} : { message }),
    ...(sessionId === null ? {} : { sessionId }),
    ...(Object.keys(metadata).length === 0 ? {} : { metadata }),
  }
}

/** A chat again in a fresh session, its start put in, to its end or the `message` (from 1) that goes unanswered. */
export async function repeatTalk(
  talk: ChatTalk,
  version: string,
  sending: Sending,
): Promise<{ talk: ChatTalk; failure: Failure | null; message: number }> {
  const again = newTalk({ ...talk, version })
  const history = talk.turns.filter((turn) => turn.given === true)
  let failure = history.length === 0 ? null : await putIn(again, history, sending)
  if (failure !== null) return { talk: again, failure, message: 1 }
  const messages = [...ownTurns(talk).map(({ user }) => user), ...(talk.pending === null ? [] : [talk.pending])]
  for (const message of messages) {
    failure = await speak(again, message, sending)
    if (failure !== null) break
  }
  return { talk: again, failure, message: ownTurns(again).length + 1 }
}

/** Begins a talk with the turns of a history; returns why the service does not take them, or null. */
async function putIn(
  talk: ChatTalk,
  history: readonly ChatTurn[],
  { client, limits }: Sending,
): Promise<Failure | null> {
  const transcript = history.flatMap(({ view }) => view.entries)
  const seeded = await seedSession(client, talk, transcript, limits)
  if (seeded.kind === 'failed') return seeded.failure
  if (seeded.kind === 'odd')
    return { kind: 'blocked', reason: 'the history was put into a session, and the service shows other entries' }
  talk.sessionId = seeded.sessionId
  let from = 0
  for (const turn of history) {
    const to = from + turn.view.entries.length
    talk.turns.push({ ...turn, view: viewTurn(seeded.entries.slice(from, to)) })
    from = to
  }
  return null
}
