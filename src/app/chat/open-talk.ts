import type { Failure } from '../../wire/client/failure.ts'
import type { ChatDesk } from './chat-desk.ts'
import type { ChatTalk } from './chat-talk.ts'
import { showFailure } from './show-failure.ts'
import { showLines } from './show-lines.ts'
import { showTurn } from './show-turn.ts'
import { line } from './shown-line.ts'
import { speak } from './speak.ts'

/** Lets the agent open, where it may, and shows how. An agent that does not open is no failure: the user begins. */
export async function openTalk(talk: ChatTalk, desk: ChatDesk): Promise<Failure | null> {
  if (!desk.agentMayOpen) return null
  const { client, timeLimitMs } = desk
  const failure = await desk.screen.during((signal) => speak(talk, null, { client, limits: { timeLimitMs, signal } }))
  const [turn] = talk.turns
  if (failure !== null && isUnopened(failure)) showLines(desk, [line('dim', 'the agent does not open; you begin', 2)])
  else if (failure !== null) showLines(desk, showFailure(failure, talk.agent, desk.agents))
  else if (turn !== undefined) showLines(desk, showTurn(turn, talk.agent))
  return failure !== null && isUnopened(failure) ? null : failure
}

/** A service may want a message (CHA-16), and an agent that follows a recording knows no way to open. */
function isUnopened(failure: Failure): boolean {
  return failure.kind === 'refused' && [400, 409, 422].includes(failure.status)
}
