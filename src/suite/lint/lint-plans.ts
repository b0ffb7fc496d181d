import { groupBy } from '../../base/group-by.ts'
import type { Script } from '../language/script.ts'
import type { Plan } from '../plan/plan.ts'
import type { Problem } from '../yaml/problem.ts'
import { checkAgent } from './check-agents.ts'
import { checkClock } from './check-clock.ts'
import { checkContradictions } from './check-contradictions.ts'
import { checkMetadata, type HeldPlan } from './check-metadata.ts'
import { checkNames } from './check-names.ts'
import { checkOnly } from './check-only.ts'
import { checkReachability } from './check-reachability.ts'
import { checkSteps } from './check-steps.ts'
import { checkTools } from './check-tools.ts'
import { fillPlan } from './fill-plan.ts'
import type { KnownAgents } from './known-agents.ts'
import { reach } from './reach.ts'

/** What reading suites against agents found. */
export interface LintFindings {
  problems: Problem[]
  /** The agents that conversations were held against, and those of which nothing is known. */
  held: string[]
  unchecked: string[]
}

/**
 * Reads sound suites without sending anything. `agents` is null when nothing is known of them; `shared` is where the service is not the embedded one. Skipped conversations are
 * not held against agents: what they wait for may not exist yet.
 */
export function lintPlans(
  scripts: readonly Script[],
  asWritten: readonly Plan[],
  agents: KnownAgents | null,
  { shared = false }: { shared?: boolean } = {},
): LintFindings {
  const plans = asWritten.map(fillPlan)
  const running = plans.filter(({ conversation }) => conversation.skip === undefined)
  const held = agents === null ? [] : hold(running, agents)
  const problems = [
    ...checkNames(scripts),
    ...checkOnly(scripts),
    ...checkClock(plans, shared),
    ...plans.flatMap((plan) => [...plan.problems, ...checkContradictions(plan), ...checkReachability(plan)]),
    ...(agents === null ? [] : running.flatMap((plan) => [...checkAgent(plan, agents), ...checkSteps(plan, agents)])),
    ...held.flatMap(({ plan, reach: known }) => checkTools(plan, known)),
    ...checkMetadata(held),
  ]
  const names = unique(held.map(({ plan }) => plan.agent.value))
  const unlisted = running.filter(({ agent, version }) => agents?.find(agent.value, version).kind === 'not listed')
  return {
    problems: inOrder(
      problems,
      scripts.map(({ file }) => file),
    ),
    held: names,
    unchecked: unique(unlisted.map(({ agent }) => agent.value)).filter((name) => !names.includes(name)),
  }
}

function hold(plans: readonly Plan[], agents: KnownAgents): HeldPlan[] {
  return groupBy(plans, ({ file, conversation }) => `${file}:${conversation.at.line}`).flatMap((versions) => {
    const known = reach(agents, versions[0].agent.value, unique(versions.map(({ version }) => version)))
    return known === undefined ? [] : versions.map((plan) => ({ plan, reach: known }))
  })
}

/** By file and place, each once: a guardrail is met in every conversation, and a conversation in every version. */
function inOrder(problems: readonly Problem[], files: readonly string[]): Problem[] {
  const once = new Map(problems.map((each) => [`${each.file}:${each.at.line}:${each.at.column} ${each.message}`, each]))
  return [...once.values()].sort(
    (a, b) => files.indexOf(a.file) - files.indexOf(b.file) || a.at.line - b.at.line || a.at.column - b.at.column,
  )
}

function unique(values: readonly string[]): string[] {
  return [...new Set(values)]
}
