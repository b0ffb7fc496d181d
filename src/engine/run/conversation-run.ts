import type { SessionExpectation } from '../../suite/language/session-expectation.ts'
import type { Turn } from '../../suite/language/turn.ts'
import type { Place } from '../../suite/yaml/place.ts'
import type { Session } from '../../wire/api/session.ts'
import type { TranscriptEntry } from '../../wire/api/transcript-entry.ts'
import type { Failure, Recovered, SentRequest } from '../../wire/client/failure.ts'
import type { TurnView } from '../transcript/turn-view.ts'
import type { LocalSeen } from './run-step.ts'

/** Why a run ended before its last turn. */
export type Stop =
  | { kind: 'judged'; index: number }
  | { kind: 'diverged'; index: number }
  | { kind: 'unanswered'; index: number }
  | { kind: 'uncaptured'; index: number; at: Place; reason: string; hint: string }
  /** With its variables filled in it is not a valid turn, so it was not sent. */
  | { kind: 'unfilled'; index: number; at: Place; reason: string }
  | { kind: 'interrupted'; index: number }
  /** No further turn may start; what was said before has its answers. */
  | { kind: 'halted'; index: number; reason: string }
  /** Our own failure, whatever the agent did. */
  | { kind: 'unable'; index: number; reason: string }
  /** A preparation step before the first turn did not work. */
  | { kind: 'unprepared'; index: number; reason: string }

/** The turns before the first or after the last one, which are not judged; `trouble` says why they ended early. */
export interface Aside {
  turns: TurnRun[]
  stop: Stop | null
  trouble: string | null
}

/**
 * What happened in one conversation, as a complete value whatever went wrong. `stop.index` is the first turn not
 * reached or not finished.
 */
export interface ConversationRun {
  startedAt: string
  ms: number
  sessionId: string | null
  turns: TurnRun[]
  stop: Stop | null
  /** The stored session after the last turn; null when it was not asked for or no turn was answered. */
  session: { ok: true; session: Session } | { ok: false; failure: Failure } | null
  /**
   * What the script expects of the stored session, with its variables filled in; null when it expects nothing, or when
   * a turn was not reached.
   */
  expected: SessionExpectation | null
  /** Turns before the first and after the last one, which nobody judges; null when there are none. */
  before: Aside | null
  after: Aside | null
}

/**
 * Whether a turn was looked for in the session. Only the session then tells what follows the turn there, or whether its
 * message is there twice.
 */
export function wasLookedFor(run: ConversationRun): boolean {
  return everyTurn(run).some((turn) => turn.kind === 'answered' && (turn.recovered?.looks ?? 0) > 0)
}

/**
 * Whether the session may hold more than its turns showed: where a turn was looked for in it, or was refused as
 * expected.
 */
export function mayHoldMore(run: ConversationRun): boolean {
  const wasRefused = (turn: TurnRun): boolean =>
    turn.kind === 'unanswered' &&
    turn.turn.expect?.error !== undefined &&
    turn.failure.kind === 'refused' &&
    turn.asked === run.sessionId
  return wasLookedFor(run) || everyTurn(run).some(wasRefused)
}

/** All turns in their order, those before the first and after the last one among them. */
function everyTurn({ before, turns, after }: ConversationRun): TurnRun[] {
  return [...(before?.turns ?? []), ...turns, ...(after?.turns ?? [])]
}

/** One turn that was sent. `turn` has its variables filled in; `turnMs` is the client's wall clock; `sent` is its request, without the key. */
export type TurnRun = { sent?: SentRequest | undefined } & (
  | {
      /** The service answered with the turn's slice of the transcript. */
      kind: 'answered'
      index: number
      turn: Turn
      turnMs: number
      /** The session that the request continued, null where it began one, and the session that the answer is of. */
      asked: string | null
      answered: string
      entries: TranscriptEntry[]
      view: TurnView
      local?: LocalSeen
      /** How it was answered all the same, where its first exchange broke. */
      recovered?: Recovered
    }
  | {
      /** A step was performed: a message sent, a call placed, the clock moved. It has no reply. */
      kind: 'stepped'
      index: number
      turn: Turn
      turnMs: number
      local: LocalSeen
    }
  | {
      /** No usable answer: the service refused the turn, or could not be reached, or answered garbage, or too late. */
      kind: 'unanswered'
      index: number
      turn: Turn
      turnMs: number
      /** The session that its request continued, where it did. */
      asked?: string
      /** What the local service shows, where the turn was refused and expects something of it. */
      local?: LocalSeen
      failure: Failure
    }
)
