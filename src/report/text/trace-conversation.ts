import type { Outcome } from '../../engine/expect/outcome.ts'
import { viewTurn } from '../../engine/transcript/turn-view.ts'
import type { ConversationResult } from '../../engine/verdict/conversation-result.ts'
import { describeFailure } from '../../wire/client/describe-failure.ts'
import type { TraceLine } from './trace-line.ts'
import { line, traceEntries, traceTurn } from './trace-turn.ts'

/** The decision trace of a conversation: a line for each event in order, with what matched it, and why not. */
export function traceConversation(result: ConversationResult): TraceLine[] {
  const { turns, afterTurns, outcomes, failure, agent } = result
  return [
    ...turns.flatMap((turn) => traceTurn(turn, agent)),
    ...traceEntries(null, viewTurn(afterTurns), new Map(), agent),
    ...outcomes.map((outcome) => line(null, placeOf(outcome), [outcome])).filter(({ found }) => found !== ''),
    ...(failure === null
      ? []
      : [{ turn: null, seen: 'stored session', found: describeFailure(failure).split('\n', 1)[0] ?? '', poor: true }]),
  ]
}

/** What an outcome beyond the turns is about. */
function placeOf({ kind }: Outcome): string {
  if (kind === 'capture') return 'capture'
  return kind === 'latency' ? 'all attempts' : 'stored session'
}
