import type { TranscriptEntry } from '../../wire/api/transcript-entry.ts'
import type { Failure } from '../../wire/client/failure.ts'
import type { ConversationRun } from '../run/conversation-run.ts'
import type { TurnRun } from '../run/turn-run.ts'

/** Why nobody knows what a conversation answers, and the turn from which on that is so: -1 for one before the first. */
export interface Doubt {
  failure: Failure
  from: number
}

/**
 * Looks for a message that the service took although nobody counts with it: one that was sent again and came twice after
 * all, or one that was refused. The stored session then holds more messages of the user than the turns showed, and nothing
 * behind them answers the script. Null where there is none. Where the session could not be read, one that was sent again is in doubt.
 */
export function findDoubt(run: ConversationRun): Doubt | null {
  const { session, sessionId } = run
  const all = everyTurn(run)
  const again = all.findLast(({ turn }) => turn.kind === 'answered' && turn.recovered?.how === 'sent again')
  const refused = all.find(({ turn }) => turn.kind === 'unanswered' && turn.failure.kind === 'refused')
  const recovered = again?.turn.kind === 'answered' ? again.turn.recovered : undefined
  if (session?.ok !== true) {
    const isOpen = session !== null && again !== undefined && recovered !== undefined && recovered.looks > 0
    return isOpen ? { failure: session.failure, from: again.index } : null
  }
  const shown = all.flatMap(({ turn }) => (turn.kind === 'answered' && turn.answered === sessionId ? turn.entries : []))
  if (countMessages(session.session.transcript) <= countMessages(shown)) return null
  const cause = recovered?.breaks.at(-1)
  if (again !== undefined && recovered !== undefined && cause !== undefined) {
    const failure = { kind: 'unknown', cause, why: 'twice', looks: recovered.looks + 1 } as const
    return { failure, from: again.index }
  }
  if (refused?.turn.kind !== 'unanswered' || refused.turn.failure.kind !== 'refused') return null
  return { failure: { kind: 'unknown', cause: refused.turn.failure, why: 'stored', looks: 1 }, from: refused.index }
}

/** All turns in their order, those before the first and after the last one among them. */
function everyTurn({ before, turns, after }: ConversationRun): { turn: TurnRun; index: number }[] {
  return [
    ...(before?.turns ?? []).map((turn) => ({ turn, index: -1 })),
    ...turns.map((turn, index) => ({ turn, index })),
    ...(after?.turns ?? []).map((turn) => ({ turn, index: turns.length })),
  ]
}

function countMessages(entries: readonly TranscriptEntry[]): number {
  return entries.filter((entry) => entry.type === 'message' && entry.role === 'user').length
}
