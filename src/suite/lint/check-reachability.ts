import type { Turn } from '../language/turn.ts'
import type { Plan } from '../plan/plan.ts'
import type { Problem } from '../yaml/problem.ts'
import { describeBan, rulesOut } from './banned-calls.ts'
import { bansOf } from './check-contradictions.ts'
import { demandedCalls } from './demanded-calls.ts'

/**
 * Finds turns that are never sent, because they require of the turn before what that turn rules out. Turns after a refused
 * one are reached: the talk goes on when the refusal was expected. After a
 * step nothing is said.
 */
export function checkReachability(plan: Plan): Problem[] {
  const { turns } = plan.conversation
  return turns.flatMap((turn, index) => {
    const previous = turns[index - 1]
    return turn.requires === undefined || previous === undefined || previous.step !== undefined
      ? []
      : checkRequires(plan, turn, previous)
  })
}

function checkRequires(plan: Plan, { requires }: Turn, previous: Turn): Problem[] {
  const unreachable = (at: Problem['at'], why: string): Problem => ({
    code: 'unreachable-turn',
    file: plan.file,
    at,
    message: `this turn is never sent: ${why}`,
    hint: 'change what it requires, or what the turn before expects',
  })
  if (requires?.error !== undefined && previous.expect?.error === undefined)
    return [
      unreachable(requires.error.at, 'it requires a refusal, which ends the conversation where it is not expected'),
    ]
  if (requires?.calls === undefined || !plan.stopAfterFailure) return []
  const bans = bansOf(plan, previous)
  return demandedCalls(requires.calls).flatMap((demand) => {
    const ban = bans.find((each) => rulesOut(each, demand))
    const why = `it requires a call of ${demand.tool}, but line ${ban?.at.line} ${ban === undefined ? '' : describeBan(ban)}`
    return ban === undefined ? [] : [unreachable(demand.at, why)]
  })
}
