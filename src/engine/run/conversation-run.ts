import type { JsonValue } from '../../base/json/json.ts'
import type { SessionExpectation } from '../../suite/language/expectations/session-expectation.ts'
import type { Turn } from '../../suite/language/script/turn.ts'
import type { Place } from '../../suite/yaml/place.ts'
import { isSameSession } from '../../wire/api/same-session.ts'
import type { Session } from '../../wire/api/session.ts'
import type { Phase, TranscriptEntry } from '../../wire/api/transcript-entry.ts'
import type { Unseen } from '../../wire/api/unseen.ts'
import { sumUsage, type Usage } from '../../wire/api/usage.ts'
import type { Answer, Failure } from '../../wire/client/failure.ts'
import type { TurnView } from '../transcript/turn-view.ts'
import type { TurnAnswer } from './recovery/send-turn.ts'
import type { LocalSeen } from './run-step.ts'
import type { SimulatedTalk } from './simulated-talk.ts'

export type Stop =
  | { kind: 'judged'; index: number }
  | { kind: 'diverged'; index: number }
  | { kind: 'unanswered'; index: number }
  | { kind: 'uncaptured'; index: number; at: Place; reason: string; hint: string }
  /** With its variables filled in the turn is invalid, so it was not sent. */
  | { kind: 'unfilled'; index: number; at: Place; reason: string }
  | { kind: 'interrupted'; index: number }
  /** No further turn may start; the turns before it have their answers. */
  | { kind: 'halted'; index: number; reason: string }
  /** A failure of Tableread itself, whatever the agent did. */
  | { kind: 'unable'; index: number; reason: string }
  /** The simulated user broke a law for its own turns, so its message was not sent. */
  | { kind: 'simulated user'; index: number; law: string; why: string }
  /** A preparation step before the first turn did not work. */
  | { kind: 'unprepared'; index: number; reason: string }
  /** The history that the conversation begins with could not be brought about; `failure` where a request failed. */
  | { kind: 'no history'; index: number; reason: string; failure?: Failure }

/** The turns before the first or after the last one, which are not judged; `trouble` says why they ended early. */
export interface Aside {
  turns: TurnRun[]
  stop: Stop | null
  trouble: string | null
}

/** Always a complete value, whatever went wrong; `stop.index` is the first turn not reached or not finished. */
export interface ConversationRun {
  startedAt: string
  ms: number
  sessionId: string | null
  turns: TurnRun[]
  stop: Stop | null
  /** The stored session after the last turn; null when it was not asked for or no turn was answered. */
  session: StoredSession | { ok: false; failure: Failure } | null
  /** Variables filled in; null when the script expects nothing of the session, or a turn was not reached. */
  expected: SessionExpectation | null
  /** What was said before its first turn, as its script gives it; present if it gives something. */
  history?: Aside
  /** Unjudged turns before the first and after the last one; null when there are none. */
  before: Aside | null
  after: Aside | null
  /** Why its turns cannot be judged: another run moved the clock that this conversation uses. Null if none did. */
  disturbed: string | null
  /** Present if a simulated user began to talk. */
  simulated?: SimulatedTalk
  /** What the workspace's state function returned after the last turn; present if something is expected of it. */
  toolState?: JsonValue
  simulating?: Usage[]
}

/** A session as it was fetched, and what the local service reports of it. */
export interface StoredSession {
  ok: true
  session: Session
  usage?: Usage[]
  unseen?: Unseen
}

/** Only the session then shows what follows the turn, or whether its message is there twice. */
export function wasLookedFor(run: ConversationRun): boolean {
  return everyTaken(run).some((turn) => turn.kind === 'answered' && (turn.answer.recovered?.looks ?? 0) > 0)
}

/** Whether the session may hold more than its turns showed: a turn was looked up in it, or was refused as expected. */
export function mayHoldMore(run: ConversationRun): boolean {
  const wasRefused = (turn: TurnRun): boolean =>
    turn.kind === 'unanswered' &&
    turn.turn.expect?.error !== undefined &&
    turn.answer.failure.kind === 'refused' &&
    turn.asked === run.sessionId
  return wasLookedFor(run) || everyTaken(run).some(wasRefused)
}

/** All turns in order, including those of the history, those before the first and those after the last one. */
export function everyTaken({ before, history, turns, after }: Parts): TurnRun[] {
  return [...(before?.turns ?? []), ...(history?.turns ?? []), ...turns, ...(after?.turns ?? [])]
}

type Parts = Pick<ConversationRun, 'before' | 'history' | 'turns' | 'after'>

export function shownEntries(run: Parts): TranscriptEntry[] {
  return everyTaken(run).flatMap((turn) => (turn.kind === 'answered' ? turn.view.entries : []))
}

/** The entries of the history, in order; none of them is the doing of the agent that is tested. */
export function historyEntries({ history }: Pick<ConversationRun, 'history'>): TranscriptEntry[] {
  return (history?.turns ?? []).flatMap((turn) => (turn.kind === 'answered' ? turn.view.entries : []))
}

/** The phases of the calls that answers showed; entries fetched from a session do not count. */
export function phasesIn(run: ConversationRun): Set<Phase | null> {
  const phases = new Set<Phase | null>()
  for (const turn of everyTaken(run))
    if (turn.kind === 'answered' && turn.answer.recovered?.how !== 'fetched')
      for (const { phase } of turn.view.calls) phases.add(phase)
  return phases
}

/** The stored session covers all its own turns, and later work; turns alone cover other sessions and refusals. */
export function usageOfRun(run: ConversationRun): Usage[] {
  const stored = run.session?.ok === true ? run.session.usage : undefined
  const isTold = (turn: TurnRun): boolean =>
    stored !== undefined && turn.kind === 'answered' && isSameSession(turn.answer.data.sessionId, run.sessionId)
  const turns = everyTaken(run).filter((turn) => !isTold(turn))
  return sumUsage([...turns.flatMap(({ answer }) => answer.usage ?? []), ...(stored ?? [])])
}

/** One turn as it was taken; the kind follows from the answer and from whether the turn is a step. */
export type TurnRun = AnsweredTurn | SteppedTurn | UnansweredTurn

interface Taken {
  index: number
  turn: Turn
  /** What only the local service shows, if the turn expects something of it. */
  local?: LocalSeen
}

/** The service answered with the turn's slice of the transcript. */
export interface AnsweredTurn extends Taken {
  kind: 'answered'
  /** The session that the request continued; null if it began one. */
  asked: string | null
  answer: TurnAnswer & { ok: true }
  view: TurnView
  /** The view without calls that an answer may leave out; present if the turn was found next to such calls. */
  sure?: TurnView
}

/** A step was performed: a message sent, a call placed, the clock moved. It has no reply. */
interface SteppedTurn extends Taken {
  kind: 'stepped'
  answer: Answer<unknown> & { ok: true }
}

/** No usable answer: the service refused the turn, could not be reached, or answered garbage or too late. */
export interface UnansweredTurn extends Taken {
  kind: 'unanswered'
  /** The session that its request continued; null if it began one, or for a step. */
  asked: string | null
  answer: Answer<unknown> & { ok: false }
}
