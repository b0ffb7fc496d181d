import { type ConversationComparison, listNames } from '../model/conversation-comparison.ts'
import { isChanged } from '../review/settle-reviews.ts'
import type { GateFacts, GatePolicy, GateRule } from './gate-policy.ts'

type Test = (conversation: ConversationComparison) => boolean

/** A tool that b calls and a never does, whatever else differs. */
const callsAnew: Test = ({ differences = [] }) => differences.some(({ kind }) => /^calls .* new$/.test(kind))

const asked: [keyof GatePolicy & ('changed' | 'newCalls' | 'newHandoffs'), string, Test][] = [
  ['changed', 'changed', isChanged],
  ['newCalls', 'new calls', callsAnew],
  ['newHandoffs', 'new handoffs', ({ differences = [] }) => differences.some(({ level }) => level === 'handoff')],
]

/**
 * The rules on what people decided, and on changes that they have not approved: a rejected difference shuts the gate
 * whatever the statistics say, and approved ones are counted and named.
 */
export function reviewRules(policy: GatePolicy, { conversations, excused = [] }: GateFacts): GateRule[] {
  const all = [...conversations, ...excused]
  const decided = (decision: string): ConversationComparison[] =>
    all.filter(({ review }) => review?.decision === decision)
  const [approved, rejected] = [decided('approved'), decided('rejected')]
  const changes = asked.flatMap(([key, name, test]): GateRule[] => {
    const limit = policy[key]
    if (limit === null) return []
    const found = conversations.filter((each) => each.review?.decision !== 'approved' && test(each))
    return [counted(name, found, limit)]
  })
  return [
    ...changes,
    ...(rejected.length === 0 ? [] : [counted('rejected', rejected, 0)]),
    ...(approved.length === 0 && policy.approved === null ? [] : [counted('approved', approved, policy.approved)]),
  ]
}

function counted(name: string, found: readonly ConversationComparison[], limit: number | null): GateRule {
  return {
    name,
    verdict: limit !== null && found.length > limit ? 'broken' : 'held',
    wanted: limit === null ? 'any number' : limit === 0 ? 'none' : `at most ${limit}`,
    seen: found.length === 0 ? 'none' : `${found.length}: ${listNames(found)}`,
  }
}
