import type { Turn } from '../../suite/language/script/turn.ts'
import { describeFailure } from '../../wire/client/describe-failure.ts'
import type { Aside, Stop, TurnRun } from './conversation-run.ts'
import type { RunGate, State } from './run-context.ts'

/** Takes unjudged turns in the conversation's session until one gets no answer. */
export async function runAside(
  state: State,
  turns: readonly Turn[],
  take: (state: State, turn: Turn, index: number) => Promise<Stop | null>,
): Promise<Aside> {
  const aside: State = {
    ...state,
    run: { ...state.run, turns: [] },
    context: { ...state.context, gate: unjudged(state.context.gate) },
  }
  let stop: Stop | null = null
  for (const [index, turn] of turns.entries()) {
    stop = await take(aside, turn, index)
    if (stop !== null) break
  }
  state.run.sessionId = aside.run.sessionId
  return { turns: aside.run.turns, stop, trouble: troubleOf(stop, aside.run.turns) }
}

/** Nothing is expected of these turns, so only a missing answer ends them. */
function unjudged(gate: RunGate): RunGate {
  return {
    ...gate,
    admits: () => true,
    continues: (turn) => {
      gate.overhears(turn)
      return turn.kind !== 'unanswered'
    },
  }
}

function troubleOf(stop: Stop | null, turns: readonly TurnRun[]): string | null {
  const last = turns.at(-1)
  if (stop?.kind === 'unfilled') return `line ${stop.at.line}: ${stop.reason}`
  if (stop?.kind === 'unable') return stop.reason
  if (stop?.kind === 'uncaptured') return `${stop.reason}; ${stop.hint}`
  return stop !== null && last?.kind === 'unanswered'
    ? `line ${last.turn.at.line}: ${describeFailure(last.answer.failure)}`
    : null
}
