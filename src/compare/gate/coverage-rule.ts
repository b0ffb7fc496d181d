import type { AgentCoverage } from '../../engine/coverage/agent-coverage.ts'
import type { Coverage } from '../../engine/coverage/coverage.ts'
import { sumTally, type Tally } from '../../engine/verdict/tally.ts'
import type { GateRule } from '../model/gate.ts'
import type { SideKey } from '../model/side.ts'

/**
 * The rule that whatever one side's runs covered must be covered on the other side too: a draft that no longer calls a
 * tool is not tested less by chance.
 */
export function coverageRule(coverage: Record<SideKey, Coverage>): GateRule {
  const onB = new Set(coverage.b.agents.flatMap(shown))
  const lost = [...new Set(coverage.a.agents.flatMap(shown))].filter((each) => !onB.has(each))
  return {
    name: 'coverage',
    verdict: lost.length === 0 ? 'held' : 'broken',
    wanted: 'nothing that one side shows is missing on the other',
    seen: lost.length === 0 ? 'nothing is missing' : `missing: ${lost.join('; ')}`,
  }
}

/** What one agent's runs covered, one line each. */
function shown({ tools, handoffs, content }: AgentCoverage): string[] {
  const seen = (tally: Tally): boolean => sumTally(tally) > 0
  return [
    ...tools.flatMap(({ name, phase, success, error }) => [
      ...(seen(success) ? [`${name}${phase === null ? '' : ` (${phase})`}`] : []),
      ...(seen(error) ? [`${name}${phase === null ? '' : ` (${phase})`} with an error`] : []),
    ]),
    ...handoffs.filter(({ count }) => seen(count)).map(({ name }) => `handoff to ${name}`),
    ...Object.entries(content).flatMap(([kind, tally]) => (seen(tally) ? [`content: ${kind}`] : [])),
  ]
}
