import type { RuleResult } from './contract-report.ts'
import type { Rule } from './world/rule.ts'
import type { Findings } from './world/rule-findings.ts'

/** What was found out about a rule, as its line of the report. Nothing is held that was not run. */
export function concludeRule(rule: Rule, found: Findings, seed: number, timeMs: number): RuleResult {
  const { runs, seen, outside, odd, failure, reason } = found
  return {
    rule,
    outcome: outcomeOf(rule, found),
    runs,
    seen,
    outside,
    odd,
    counterexample:
      failure === null
        ? null
        : {
            finding: failure.finding,
            request: failure.request,
            broken: failure.broken,
            drawn: failure.drawn,
            repeats: failure.repeats,
            shrinks: failure.shrinks,
          },
    reason: failure === null ? reason : null,
    seed,
    path: failure === null || failure.path === '' ? null : failure.path,
    timeMs,
  }
}

function outcomeOf({ level }: Rule, { runs, failure, reason }: Findings): RuleResult['outcome'] {
  if (failure !== null) return 'violated'
  if (reason !== null || runs === 0) return 'not run'
  return level === 'must' ? 'held' : 'recorded'
}
