import type { ConversationComparison } from '../model/conversation-comparison.ts'
import type { GateRule } from '../model/gate.ts'
import type { GatePolicy } from './gate-policy.ts'

type Test = (conversation: ConversationComparison) => boolean

const rules: [keyof GatePolicy & ('hardBreaks' | 'regressions' | 'unconfirmed' | 'notComparable'), string, Test][] = [
  ['hardBreaks', 'hard breaks', ({ verdict, certainty }) => verdict === 'regressed' && certainty === 'hard break'],
  ['regressions', 'regressions', ({ verdict, certainty }) => verdict === 'regressed' && certainty === 'statistical'],
  [
    'unconfirmed',
    'unconfirmed breaks',
    ({ certainty, pass }) => certainty === 'unconfirmed' && (pass?.effect ?? 0) < 0,
  ],
  ['notComparable', 'not comparable', ({ verdict }) => verdict === 'not comparable'],
]

/** The rules that limit how many conversations got worse; each names a few of them. */
export function countRules(policy: GatePolicy, conversations: readonly ConversationComparison[]): GateRule[] {
  return rules.flatMap(([key, name, test]): GateRule[] => {
    const limit = policy[key]
    if (limit === null) return []
    const found = conversations.filter(test)
    return [
      {
        name,
        verdict: found.length > limit ? 'broken' : 'held',
        wanted: limit === 0 ? 'none' : `at most ${limit}`,
        seen: found.length === 0 ? 'none' : `${found.length}: ${listNames(found)}`,
      },
    ]
  })
}

function listNames(conversations: readonly ConversationComparison[]): string {
  const names = conversations.slice(0, 3).map(({ name }) => `"${name}"`)
  const more = conversations.length - names.length
  return `${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}
