import { type LawName, lawNames } from '../../../base/law-name.ts'
import type { ReplyExpectation } from '../../../suite/language/expectations/reply-expectation.ts'
import { everyTurnOf } from '../../../suite/language/script/conversation.ts'
import type { Turn } from '../../../suite/language/script/turn.ts'
import type { Plan } from '../../../suite/plan/plan.ts'
import { match, matchAbsent } from '../../expect/match.ts'
import { needsStored } from '../../run/needs-stored.ts'

/** The laws that the script relaxes for a turn; a turn that expects no reply may lack one. */
export function relaxedIn(
  { relaxed, everyTurn }: Pick<Plan, 'relaxed' | 'everyTurn'>,
  { expect }: Pick<Turn, 'expect'>,
): ReadonlySet<LawName> {
  return [expect, ...everyTurn].some((each) => allowsSilence(each?.reply))
    ? new Set<LawName>([...relaxed, 'agent answers'])
    : relaxed
}

/** Whether no message is what may be: `none`, as many `messages` as are none, a text that need not be `present`. */
function allowsSilence(reply: ReplyExpectation | undefined): boolean {
  if (reply?.none !== undefined) return true
  const { messages, text } = reply ?? {}
  const allows = (count: number, texts: string[]): boolean =>
    messages !== undefined && [count, texts].some((each) => match(messages.value, each, 'messages').length === 0)
  return (allows(0, []) && !allows(1, [''])) || (text !== undefined && matchAbsent(text, 'reply').length === 0)
}

/** Whether a grounded reply is an expectation of the turn, and so not also checked as a law. */
export function expectsGrounded({ everyTurn }: Pick<Plan, 'everyTurn'>, { expect }: Pick<Turn, 'expect'>): boolean {
  return [expect, ...everyTurn].some((each) => each?.reply?.grounded !== undefined)
}

/** The laws that only the stored session can break. */
const ofStored: readonly LawName[] = ['slices add up', 'version answers', 'phases follow blueprint']

/** What is judged once the conversation is over. */
const ofWhole: readonly LawName[] = [...ofStored, 'tools declared']

/** The laws that the slice of a turn can break, perhaps along with the stored session. */
export const lawsOfTurns: readonly LawName[] = lawNames.filter((law) => !ofWhole.includes(law))

/** Whether stored sessions are read, and which agents' blueprints are known. */
export interface LawContext {
  reconcile: boolean
  knowsBlueprint: (agent: string) => boolean
}

/** They neither hold nor break: relaxed, `grounded` unless turned on, those whose session or blueprint is unread. */
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
