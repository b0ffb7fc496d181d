import { unique } from '../../base/group-by.ts'
import { listSome } from '../../base/text/wording.ts'
import { type ConversationComparison, listNames, type SideKey } from '../model/conversation-comparison.ts'
import type { ReviewDifference } from '../model/review-shape.ts'
import { isChanged } from '../review/settle-reviews.ts'
import type { GateFacts, GatePolicy, GateRule } from './gate-policy.ts'

type Test = (conversation: ConversationComparison) => boolean

/** What nobody approved in a conversation: of one that was approved, what may be chance. */
function openIn({ differences = [], review }: ConversationComparison): readonly ReviewDifference[] {
  return review?.decision === 'approved' ? differences.filter(({ id }) => review.chance?.includes(id)) : differences
}

/** For a tool that b calls and a never does, and for another agent that speaks, once in any run is enough. */
const tests: [keyof GatePolicy & ('changed' | 'newCalls' | 'newHandoffs'), string, Test][] = [
  ['changed', 'changed', (each) => each.review?.decision !== 'approved' && isChanged(each)],
  ['newCalls', 'new calls', (each) => openIn(each).some(({ kind }) => /^calls .* new$/.test(kind))],
  ['newHandoffs', 'new handoffs', (each) => openIn(each).some(({ level }) => level === 'handoff')],
]

/** The sides whose calls a rule rests on. */
const blindSides: Record<'changed' | 'newCalls' | 'newHandoffs', SideKey[]> = {
  ...{ changed: ['a', 'b'], newCalls: ['b'], newHandoffs: [] },
}

const hidesCalls = ({ shown }: ConversationComparison, side: SideKey): boolean =>
  shown[side]?.turns.some(({ unseen }) => unseen !== undefined) === true

/** A rule that holds where nobody can see calls has not seen what it is about. */
function unlessBlind(rule: GateRule, blind: readonly ConversationComparison[]): GateRule {
  if (rule.verdict !== 'held' || blind.length === 0) return rule
  return { ...rule, verdict: 'not judged', seen: `${rule.seen}; the calls of ${listNames(blind)} cannot be seen` }
}

/** Rules on decisions: a rejected difference shuts the gate whatever the statistics say; approvals are named. */
export function reviewRules(policy: GatePolicy, { conversations, excused = [] }: GateFacts): GateRule[] {
  const all = [...conversations, ...excused]
  const decided = (decision: string): ConversationComparison[] =>
    all.filter(({ review }) => review?.decision === decision)
  const [approved, rejected] = [decided('approved'), decided('rejected')]
  const changes = tests.flatMap(([key, name, test]): GateRule[] => {
    const limit = policy[key]
    if (limit === null) return []
    const subjects = unique([...conversations, ...approved])
    const blind = subjects.filter((each) => blindSides[key].some((side) => hidesCalls(each, side)))
    return [unlessBlind(counted(name, subjects.filter(test), limit), blind)]
  })
  const hidden = approved.flatMap(({ name, hidden: from }) =>
    from === undefined ? [] : [`"${name}" from turn ${from.turn + 1} on: ${from.why}`],
  )
  return [
    ...changes,
    ...(rejected.length === 0 ? [] : [counted('rejected', rejected, 0)]),
    ...(approved.length === 0 && policy.approved === null ? [] : [counted('approved', approved, policy.approved)]),
    ...(hidden.length === 0 ? [] : [behindApproved(hidden)]),
  ]
}

/** The rule that keeps the gate shut until somebody judges what an approved break hides. */
export const behindApprovals = 'behind approvals'

/** An approval is of what was seen: turns that its break hides are judged by nobody, and open no gate. */
function behindApproved(hidden: readonly string[]): GateRule {
  const seen = listSome(hidden, 3, '; ')
  return { name: behindApprovals, verdict: 'not judged', wanted: 'judged behind what is approved', seen }
}

function counted(name: string, matches: readonly ConversationComparison[], limit: number | null): GateRule {
  return {
    name,
    verdict: limit !== null && matches.length > limit ? 'broken' : 'held',
    wanted: limit === null ? 'any number' : limit === 0 ? 'none' : `at most ${limit}`,
    seen: matches.length === 0 ? 'none' : `${matches.length}: ${listNames(matches)}`,
  }
}
