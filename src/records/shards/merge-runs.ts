import { leftOutMember } from '../../engine/coverage/left-out.ts'
import { countVerdicts, type RunResult } from '../../engine/run-result.ts'
import { checkShards } from './check-shards.ts'
import { inOrder, mergeProblems, mergeTargets, spanOf } from './in-order.ts'
import { mergeCoverage } from './merge-coverage.ts'
import type { Merged, Part } from './part.ts'

/** The results of all shards of one run as the result of that run: its order, its totals, its coverage. */
export function mergeRuns(parts: readonly Part<RunResult>[]): Merged<RunResult> {
  const checked = checkShards(parts)
  if (!checked.ok) return checked
  const results = checked.result.map(({ result }) => result)
  const target = mergeTargets(checked.result.map(({ file, result }) => ({ file, target: result.target })))
  if (!target.ok) return target
  const merged = inOrder(checked.result, (result) => result.conversations)
  if (!merged.ok) return merged
  const conversations = merged.result
  return {
    ok: true,
    result: {
      schemaVersion: 1,
      tableread: results[0]?.tableread ?? '',
      ...spanOf(results),
      target: target.result,
      versions: [...new Set(conversations.map(({ version }) => version))],
      totals: countVerdicts(conversations),
      turns: results.reduce((sum, { turns }) => sum + turns, 0),
      problems: mergeProblems(results),
      coverage: mergeCoverage(results.map(({ coverage }) => coverage)),
      conversations,
      ...leftOutMember(Math.max(...results.map(({ leftOutByOnly }) => leftOutByOnly ?? 0))),
    },
  }
}
