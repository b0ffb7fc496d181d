import type { KnownFunctions } from '../../../engine/verdict/known-functions.ts'
import type { TapedBlueprint } from '../../../records/tape/tape.ts'
import type { Plan } from '../../../suite/plan/plan.ts'
import { formatProblem } from '../../../suite/yaml/format-problem.ts'
import type { Problem } from '../../../suite/yaml/problem.ts'
import type { ShownBlueprints } from '../shown-blueprints.ts'
import type { PlanFacts } from '../tape-facts.ts'
import { examineTape, recordAgain } from './examine-tape.ts'

/** What a look at all tapes gave, before anything runs. The tapes themselves are let go of: there may be thousands. */
export interface TapeSurvey {
  /** Why the tape of a plan cannot be played, by the plan's id; a plan that is not here has a fresh one. */
  refused: Map<string, string>
  /** What is wrong with files, and how a person reads that. */
  problems: Problem[]
  told: string[]
  /** The function lists of agents at their published version. */
  functions: KnownFunctions
  /** The first and the last moment at which a fresh one was recorded; null when there is none. */
  recorded: { from: string; to: string } | null
}

/** Reads every tape and holds it against what would run now. */
export function surveyTapes(
  talks: readonly { plan: Plan; facts: PlanFacts }[],
  now: ShownBlueprints | null,
): TapeSurvey {
  const refused = new Map<string, string>()
  const functions = new Map<string, TapedBlueprint['functions']>()
  const problems: Problem[] = []
  const told: string[] = []
  const dates: string[] = []
  for (const { plan, facts } of talks) {
    if (plan.conversation.skip !== undefined) continue
    const state = examineTape(plan, facts, now)
    if (state.kind === 'not comparable') refused.set(plan.id, state.reason)
    else if (state.kind === 'broken') {
      refused.set(plan.id, `the tape ${facts.shown} cannot be read\n  ${recordAgain(plan)}`)
      problems.push(...state.problems)
      told.push(...state.problems.map((problem) => formatProblem(problem, state.text)))
    } else {
      const { blueprint, recorded } = state.tape.header
      dates.push(recorded)
      if (plan.version === 'default' && blueprint !== null) functions.set(plan.agent.value, blueprint.functions)
    }
  }
  const [from, to] = [dates.toSorted()[0], dates.toSorted().at(-1)]
  const recorded = from === undefined || to === undefined ? null : { from, to }
  return { refused, problems, told, functions, recorded }
}
