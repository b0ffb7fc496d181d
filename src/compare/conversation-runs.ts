import type { ConversationResult } from '../engine/verdict/conversation-result.ts'
import type { Pairing } from './pairing.ts'

/** The runs of one conversation so far: those at the same index of `a` and `b` are a pair. */
export interface ConversationRuns {
  pairing: Pairing
  a: ConversationResult[]
  b: ConversationResult[]
  /**
   * Extra runs of side a, each paired with a run of `a`, to measure how much a differs from itself; empty unless
   * calibrating.
   */
  again: ConversationResult[]
}

/** Whether each run of a pair passed; pairs with a run that could not be judged are left out. */
export function judgedPairs(
  a: readonly ConversationResult[],
  b: readonly ConversationResult[],
): [a: boolean, b: boolean][] {
  return a.flatMap((run, index): [boolean, boolean][] => {
    const [one, other] = [passed(run), passed(b[index])]
    return one === null || other === null ? [] : [[one, other]]
  })
}

/** Null where a run could not be judged. */
function passed(run: ConversationResult | undefined): boolean | null {
  return run?.verdict === 'passed' ? true : run?.verdict === 'failed' ? false : null
}

/** The turns that were sent in these runs. */
export function turnsSent({ a, b, again }: ConversationRuns): number {
  const sent = ({ turns }: ConversationResult): number => turns.filter(({ turnMs }) => turnMs !== null).length
  return [...a, ...b, ...again].reduce((sum, run) => sum + sent(run), 0)
}
