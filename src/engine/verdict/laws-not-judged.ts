import { type LawName, lawNames } from '../../base/law-name.ts'
import { everyTurnOf } from '../../suite/language/conversation.ts'
import type { Turn } from '../../suite/language/turn.ts'
import type { Plan } from '../../suite/plan/plan.ts'
import { needsStored } from '../run/run-conversation.ts'

/** The laws that a turn is not held to because the script says so; a turn that expects no reply may lack one. */
export function relaxedIn({ relaxed }: Pick<Plan, 'relaxed'>, { expect }: Pick<Turn, 'expect'>): ReadonlySet<LawName> {
  return expect?.reply?.none === undefined ? relaxed : new Set<LawName>([...relaxed, 'agent answers'])
}

/** Whether that a reply is grounded is an expectation of the turn, and so no law of it. */
export function expectsGrounded({ everyTurn }: Pick<Plan, 'everyTurn'>, { expect }: Pick<Turn, 'expect'>): boolean {
  return [expect, ...everyTurn].some((each) => each?.reply?.grounded !== undefined)
}

/** The laws that only the stored session can break. */
const ofStored: readonly LawName[] = ['slices add up', 'version answers', 'phases follow blueprint']

/** The laws that only the slice of a turn, or the stored session as well, can break. */
export const lawsOfTurns: readonly LawName[] = lawNames.filter((law) => !ofStored.includes(law))

/** How a plan is carried out, as far as laws rest on it: whether stored sessions are read, and of which agents the blueprint. */
export interface LawContext {
  reconcile: boolean
  knowsBlueprint: (agent: string) => boolean
}

/**
 * The laws that nobody looks at in a turn of a plan, so that they neither hold there nor are broken: what the script relaxes,
 * `grounded` where nothing turns it on, and what takes a stored session or a blueprint that is not read.
 */
export function lawsNotJudged(plan: Plan, index: number, context: LawContext): ReadonlySet<LawName> {
  const { conversation, version, agent } = plan
  const turn: Pick<Turn, 'expect'> = conversation.turns[index] ?? {}
  const laws = new Set(relaxedIn(plan, turn))
  if (plan.grounded !== true && !expectsGrounded(plan, turn)) laws.add('grounded')
  if (!context.reconcile && !needsStored(conversation.session ?? null)) for (const law of ofStored) laws.add(law)
  if (everyTurnOf(conversation).some(({ step }) => step !== undefined)) laws.add('slices add up')
  if (version !== 'default' || !context.knowsBlueprint(agent.value)) laws.add('phases follow blueprint')
  return laws
}
