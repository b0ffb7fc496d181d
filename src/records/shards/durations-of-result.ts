import type { Comparison } from '../../compare/comparison.ts'
import type { RunResult } from '../../engine/run-result.ts'
import type { Verdict } from '../../engine/verdict/verdict.ts'
import type { Duration } from './durations.ts'

/**
 * Verdicts whose run time is typical of the conversation: one that could not be judged may have ended at once, or at a
 * limit.
 */
const telling: readonly Verdict[] = ['passed', 'failed', 'expected fail', 'flaky']

/** The time each conversation of a result took, over all its attempts, or over all its runs on a side. */
export function durationsOfResult(result: RunResult | Comparison): Duration[] {
  if (!('kind' in result))
    return result.conversations.flatMap(({ suite, name, agent, version, ms, verdict }) =>
      telling.includes(verdict) ? [{ suite, name, agent, version, ms: Math.round(ms) }] : [],
    )
  return result.conversations.flatMap(({ suite, name, agent, runs }) =>
    (['a', 'b'] as const).flatMap((key) => {
      const side = result.sides[key]
      if (runs[key].length === 0 || !runs[key].every(({ verdict }) => telling.includes(verdict))) return []
      const ms = Math.round(runs[key].reduce((sum, run) => sum + run.ms, 0))
      return [{ suite, name, agent: side.agent ?? agent, version: side.version, ms }]
    }),
  )
}
