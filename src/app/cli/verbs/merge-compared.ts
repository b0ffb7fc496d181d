import { resolve } from 'node:path'
import type { Comparison } from '../../../compare/comparison.ts'
import { defaultPolicy } from '../../../compare/gate/gate-policy.ts'
import { mergeComparisons, recallComparison } from '../../../records/shards/merge-comparisons.ts'
import type { ShardResult } from '../../../records/shards/parts.ts'
import { loadConfig } from '../../config/load-config.ts'
import { insistMerged } from '../../judging/read-result-file.ts'
import { readReviews } from '../../suites/reviews.ts'

/** Merges the shards of a comparison, and judges the whole by the config's gate. */
export async function mergeCompared(
  parts: readonly ShardResult<Comparison>[],
  given: string | undefined,
  reasons: readonly string[],
): Promise<Comparison> {
  const { config, folder } = await loadConfig(process.cwd(), given)
  const reviews = readReviews(resolve(folder, config.reviews ?? 'reviews.yaml'))
  const policy = { ...defaultPolicy, ...config.gate }
  return insistMerged(mergeComparisons(parts, (gathered) => recallComparison(gathered, policy, reviews), reasons))
}
