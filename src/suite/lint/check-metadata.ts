import { groupBy, unique } from '../../base/group-by.ts'
import { isJsonObject, type JsonObject } from '../../base/json/json.ts'
import { isTypo } from '../../base/text/suggest.ts'
import { everyTurnOf } from '../language/script/conversation.ts'
import type { Step } from '../language/script/turn.ts'
import type { Plan } from '../plan/plan.ts'
import type { Place } from '../yaml/place.ts'
import type { Problem } from '../yaml/problem.ts'
import type { KnownAgents } from './known-agents.ts'
import type { Reach } from './reach.ts'

export interface HeldPlan {
  plan: Plan
  reach: Reach
}

interface Needing {
  plan: Plan
  variables: readonly string[]
}

/**
 * The agent would see nothing, or `${name}`, or no request could be made. One warning at the agent's name if a whole file
 * lacks it.
 */
export function checkMetadata(
  heldPlans: readonly HeldPlan[],
  plans: readonly Plan[],
  { fills = () => [] }: Pick<KnownAgents, 'fills'>,
): Problem[] {
  const prompted = heldPlans.map(({ plan, reach: { variables } }) => ({ plan, variables }))
  const subjects = plans.map((plan) => ({ plan, variables: fills(plan.agent.value, plan.version) }))
  return [...checkEach(prompted), ...checkEach(subjects, (name) => `fills {{metadata.${name}}} into its requests`)]
}

function checkEach(all: readonly Needing[], use?: (variable: string) => string): Problem[] {
  const groups = groupBy(all, ({ plan }) => `${plan.file}:${plan.agent.at.line}:${plan.agent.at.column}`)
  return groups.flatMap((group) => {
    const names = new Set(group.flatMap(({ variables }) => variables))
    return [...names].flatMap((variable) => checkVariable(variable, group, use?.(variable)))
  })
}

function checkVariable(variable: string, group: readonly Needing[], use?: string): Problem[] {
  const concerned = group.filter(({ variables }) => variables.includes(variable))
  const lacking = concerned.filter(({ plan }) => !gives(plan, variable))
  const warn = (plan: Plan, at: Place): Problem => ({ ...missing(variable, plan, at, use), severity: 'warning' })
  if (lacking.length < concerned.length) return lacking.map(({ plan }) => warn(plan, plan.conversation.name.at))
  return concerned.slice(0, 1).map(({ plan }) => warn(plan, plan.agent.at))
}

function missing(variable: string, plan: Plan, at: Place, use = `has the variable \${${variable}}`): Problem {
  const message = `the agent "${plan.agent.value}" ${use}, which no metadata gives here`
  const near = givenTo(plan)
    .flatMap(Object.keys)
    .find((each) => isTypo(each, variable))
  const hint =
    near === undefined ? `write metadata: { ${variable}: … }` : `write ${variable} for ${near} under metadata`
  return { code: 'missing-metadata', file: plan.file, at, message, hint }
}

/** Those variables of the agent that no metadata gives and that a reply leaked: the script forgot them. */
export function leakedMetadata({ plan, reach }: HeldPlan, leaks: readonly string[]): Problem[] {
  const names = unique([...reach.variables, ...(reach.prompted ?? [])])
  const leaked = names.filter((each) => leaks.some((leak) => leak.includes(`\${${each}}`)))
  return leaked.filter((each) => !gives(plan, each)).map((each) => missing(each, plan, plan.conversation.name.at))
}

/** The metadata in the body of a step, under either of its names (Metadata variables). */
function ofStep(step: Step | undefined): JsonObject {
  if (step === undefined || !isJsonObject(step.body.value)) return {}
  const { metadata, customer_details } = step.body.value
  const members = metadata ?? customer_details
  return isJsonObject(members) ? members : {}
}

function gives(plan: Plan, variable: string): boolean {
  return givenTo(plan).some((each) => Object.hasOwn(each, variable))
}

function givenTo({ metadata, conversation }: Plan): JsonObject[] {
  const bodies = everyTurnOf(conversation).flatMap(({ metadata: changed = {}, step }) => [changed, ofStep(step)])
  return [metadata, ...bodies]
}
