import type { GateResult, GateRule } from '../model/gate.ts'
import { countRules } from './count-rules.ts'
import { coverageRule } from './coverage-rule.ts'
import { evidenceRules } from './evidence-rules.ts'
import type { GateFacts } from './gate-facts.ts'
import type { GatePolicy } from './gate-policy.ts'
import { latencyRules } from './latency-rules.ts'
import { shareRules } from './share-rules.ts'

/** Holds a comparison against a policy, rule by rule. A gate opens only where something was comparable and every rule was judged and held. */
export function judgeGate(policy: GatePolicy, facts: GateFacts): GateResult {
  const rules: GateRule[] = [
    ...countRules(policy, facts.conversations),
    ...shareRules(policy, facts),
    ...latencyRules(policy.latency, facts.conversations),
    ...(policy.coverage ? [coverageRule(facts.coverage)] : []),
    ...evidenceRules(policy.judgedPairs, facts),
  ]
  const comparable = facts.conversations.some(({ verdict }) => verdict !== 'not comparable')
  const broken = rules.filter(({ verdict }) => verdict === 'broken')
  if (broken.some(({ name }) => name !== 'not comparable')) return { verdict: 'shut', rules }
  if (!comparable || broken.length > 0 || rules.some(({ verdict }) => verdict === 'not judged'))
    return { verdict: 'not judged', rules }
  return { verdict: 'open', rules }
}
