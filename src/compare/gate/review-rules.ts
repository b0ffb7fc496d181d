import { type ConversationComparison, listNames } from '../model/conversation-comparison.ts'
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

/** Rules on decisions: a rejected difference shuts the gate whatever the statistics say; approvals are named. */
export function reviewRules(policy: GatePolicy, { conversations, excused = [] }: GateFacts): GateRule[] {
  const all = [...conversations, ...excused]
  const decided = (decision: string): ConversationComparison[] =>
    all.filter(({ review }) => review?.decision === decision)
  const [approved, rejected] = [decided('approved'), decided('rejected')]
  const changes = tests.flatMap(([key, name, test]): GateRule[] => {
    const limit = policy[key]
    if (limit === null) return []
    const matches = [...conversations, ...approved].filter((each, at, some) => some.indexOf(each) === at && test(each))
    return [counted(name, matches, limit)]
  })
  return [
    ...changes,
    ...(rejected.length === 0 ? [] : [counted('rejected', rejected, 0)]),
    ...(approved.length === 0 && policy.approved === null ? [] : [counted('approved', approved, policy.approved)]),
  ]
}

function counted(name: string, matches: readonly ConversationComparison[], limit: number | null): GateRule {
  return {
    name,
    verdict: limit !== null && matches.length > limit ? 'broken' : 'held',
    wanted: limit === null ? 'any number' : limit === 0 ? 'none' : `at most ${limit}`,
    seen: matches.length === 0 ? 'none' : `${matches.length}: ${listNames(matches)}`,
  }
}
