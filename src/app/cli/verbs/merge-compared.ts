import { resolve } from 'node:path'
import { type Comparison, comparisonExitCode } from '../../../compare/comparison.ts'
import { defaultPolicy } from '../../../compare/gate/gate-policy.ts'
import { mergeComparisons, recallComparison } from '../../../records/shards/merge-comparisons.ts'
import type { ShardResult } from '../../../records/shards/parts.ts'
import type { TextOf } from '../../../report/text/reporter.ts'
import { loadConfig } from '../../config/load-config.ts'
import { openSinks } from '../../edge/sinks.ts'
import type { FileFlags } from '../../formats/formats.ts'
import { insistMerged } from '../../judging/read-result-file.ts'
import { writeDurationsOf } from '../../open/shards.ts'
import { writeReports } from '../../reports/write-reports.ts'
import { readReviews } from '../../suites/reviews.ts'
import { printResult, type ShowFlags } from '../output/print-result.ts'

/** Merges the shards of a comparison, and judges the whole by the config's gate. */
export async function mergeCompared(
  parts: readonly ShardResult<Comparison>[],
  flags: ShowFlags & FileFlags & { config?: string; writeDurations?: string },
  textOf: TextOf,
): Promise<number> {
  const { config, folder } = await loadConfig(process.cwd(), flags.config)
  const reviews = readReviews(resolve(folder, config.reviews ?? 'reviews.yaml'))
  const policy = { ...defaultPolicy, ...config.gate }
  const comparison = insistMerged(mergeComparisons(parts, (gathered) => recallComparison(gathered, policy, reviews)))
  const { writeDurations } = flags
  const sinks = openSinks()
  await sinks.fill(() => printResult(comparison, flags, textOf))
  await writeReports(comparison, flags, textOf, sinks)
  if (writeDurations !== undefined) await sinks.fill(() => writeDurationsOf(writeDurations, comparison))
  return sinks.end(comparisonExitCode(comparison, null))
}
