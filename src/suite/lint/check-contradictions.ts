import type { TurnExpectation } from '../language/expectations/turn-expectation.ts'
import type { Turn } from '../language/script/turn.ts'
import type { Plan } from '../plan/plan.ts'
import type { Problem } from '../yaml/problem.ts'
import {
  type BannedCalls,
  bannedCalls,
  capturedCalls,
  type DemandedCall,
  demandedCalls,
  describeBan,
  isFixedName,
  rulesOut,
} from './named-calls.ts'

/**
 * Finds turns that no answer could satisfy: they demand a call that they, or a guardrail, forbid. What a misspelt name
 * alone contradicts follows from that, which is told as it is.
 */
export function checkContradictions(plan: Plan, misspelt: Misspelt): Problem[] {
  return plan.conversation.turns.flatMap((turn) => [...checkPhases(plan, turn), ...checkCalls(plan, turn, misspelt)])
}

/** The names of tools that are nearly those of other ones. */
export type Misspelt = ReadonlySet<string>

/** The first of these bans that a demand breaks, unless one of the two names no tool that there is. */
export function findBan(
  bans: readonly BannedCalls[],
  demand: DemandedCall,
  misspelt: Misspelt,
): BannedCalls | undefined {
  if (misspelt.has(demand.tool)) return undefined
  return bans.find((each) => rulesOut(each, demand) && !each.tools.some((tool) => misspelt.has(tool)))
}

/** Its own expectations and the guardrails. Nothing is judged on a turn that must be refused. */
function expectationsOf({ everyTurn }: Plan, { expect, step }: Turn): TurnExpectation[] {
  if (expect?.error !== undefined) return []
  return [...(expect === undefined ? [] : [expect]), ...(step === undefined ? everyTurn : [])]
}

export function bansOf(plan: Plan, turn: Turn): BannedCalls[] {
  return expectationsOf(plan, turn).flatMap(({ calls }) => (calls === undefined ? [] : bannedCalls(calls)))
}

function demandsOf(plan: Plan, turn: Turn): DemandedCall[] {
  const demanded = expectationsOf(plan, turn).flatMap(({ calls }) => (calls === undefined ? [] : demandedCalls(calls)))
  return turn.expect?.error === undefined ? [...demanded, ...timedCalls(turn)] : demanded
}

/** A time limit on a tool is judged on its calls, so it demands at least one. */
function timedCalls({ expect }: Turn): DemandedCall[] {
  const timed = (expect?.latency?.tools ?? []).filter(
    ({ name, value }) => isFixedName(name) && value.each !== undefined,
  )
  return timed.map(({ name, at }) => ({ tool: name, at, phases: [] }))
}

function checkCalls(plan: Plan, turn: Turn, misspelt: Misspelt): Problem[] {
  const bans = bansOf(plan, turn)
  const demands = [...demandsOf(plan, turn), ...(turn.expect?.error === undefined ? capturedCalls(turn) : [])]
  return demands.flatMap((demand): Problem[] => {
    const ban = findBan(bans, demand, misspelt)
    if (ban === undefined) return []
    const why = `it needs a call of ${demand.tool}, but line ${ban.at.line} ${describeBan(ban)}`
    return [unsatisfiable(plan, demand, why, 'keep one of the two')]
  })
}

function checkPhases(plan: Plan, turn: Turn): Problem[] {
  return demandsOf(plan, turn)
    .filter(({ phases }) => phases.length > 1)
    .map((demand) => {
      const why = `a call of ${demand.tool} is asked for in ${demand.phases.join(' and ')} at once`
      return unsatisfiable(plan, demand, why, 'a call has one phase')
    })
}

function unsatisfiable({ file }: Plan, { at }: DemandedCall, why: string, hint: string): Problem {
  return { code: 'contradiction', file, at, message: `no answer can satisfy this turn: ${why}`, hint }
}
