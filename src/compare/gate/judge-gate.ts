import type { AgentCoverage } from '../../engine/coverage/agent-coverage.ts'
import { sumTally } from '../../engine/verdict/tally.ts'
import type { GateResult, GateRule } from '../model/gate.ts'
import { countRules } from './count-rules.ts'
import { coverageRule } from './coverage-rule.ts'
import { evidenceRules } from './evidence-rules.ts'
import type { GateFacts } from './gate-facts.ts'
import type { GatePolicy } from './gate-policy.ts'
import { latencyRules } from './latency-rules.ts'

/**
 * Checks a comparison against a policy, rule by rule. The gate opens only where something was comparable and every rule
 * was judged and holds.
 */
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

/** The rules on shares of the side in question: how many of its runs pass, and how many tool outputs are errors. */
export function shareRules({ passRate, toolErrors }: GatePolicy, { conversations, coverage }: GateFacts): GateRule[] {
  const judged = conversations.flatMap(({ runs }) =>
    runs.b.filter(({ verdict }) => verdict === 'passed' || verdict === 'failed'),
  )
  const passed = judged.filter(({ verdict }) => verdict === 'passed').length
  const { errors, outputs } = countOutputs(coverage.b.agents)
  return [
    ...(passRate === null
      ? []
      : [rule('pass rate', `at least ${percent(passRate)}`, passed, judged.length, (share) => share >= passRate)]),
    ...(toolErrors === null
      ? []
      : [rule('tool errors', `at most ${percent(toolErrors)}`, errors, outputs, (share) => share <= toolErrors)]),
  ]
}

/** A share as `95 %`, with a decimal where it has one. */
function percent(share: number): string {
  return `${Number((share * 100).toFixed(1))} %`
}

function rule(name: string, wanted: string, part: number, of: number, holds: (share: number) => boolean): GateRule {
  if (of === 0) return { name, verdict: 'not judged', wanted, seen: 'nothing to count' }
  const verdict = holds(part / of) ? 'held' : 'broken'
  return { name, verdict, wanted, seen: `${percent(part / of)} (${part} of ${of})` }
}

function countOutputs(agents: readonly AgentCoverage[]): { errors: number; outputs: number } {
  const tools = agents.flatMap((agent) => agent.tools)
  const errors = tools.reduce((sum, { error }) => sum + sumTally(error), 0)
  return { errors, outputs: errors + tools.reduce((sum, { success }) => sum + sumTally(success), 0) }
}
