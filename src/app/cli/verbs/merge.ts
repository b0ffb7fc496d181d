import { exitCode } from '../../../engine/run-result.ts'
import { mergeRuns } from '../../../records/shards/merge-runs.ts'
import { mostWhole, slimPassed } from '../../../records/shards/parts.ts'
import { openSinks } from '../../edge/sinks.ts'
import { UsageError } from '../../edge/usage-error.ts'
import { globbedFiles } from '../../files/globbed-files.ts'
import type { MergeFlags } from '../../flags/result-flags.ts'
import { insistMerged, readDisplaySettings, readResultFile, suiteTexts } from '../../judging/read-result-file.ts'
import { writeDurationsOf } from '../../open/shards.ts'
import { holdsPassed, writeReports } from '../../reports/write-reports.ts'
import { printResult } from '../output/print-result.ts'

/** Judged as the whole run would have been. @throws UsageError for files broken or not of one run */
export async function merge(files: readonly string[], flags: MergeFlags): Promise<number> {
  const { html, config, showPrivate = false, ...others } = flags
  const shows = (total: number): boolean => holdsPassed(others) || (html !== undefined && total <= mostWhole)
  const display = await readDisplaySettings({ showPrivate, ...(config === undefined ? {} : { config }) })
  const read = globbedFiles(files).map((file) => {
    const each = readResultFile(file, display)
    if (each.kind === 'comparison' || shows(each.result.shard?.total ?? 0)) return each
    return { ...each, result: slimPassed(each.result) }
  })
  const runs = read.flatMap((each) => (each.kind === 'run' ? [each] : []))
  const comparisons = read.flatMap((each) => (each.kind === 'comparison' ? [each] : []))
  const textOf = suiteTexts(display)
  const [run, comparison] = [runs[0], comparisons[0]]
  if (run !== undefined && comparison !== undefined)
    throw new UsageError(
      `${run.file} is the result of a run, but ${comparison.file} of a comparison`,
      'merge the shards of one run, or of one comparison',
    )
  if (comparison !== undefined) return (await import('./merge-compared.ts')).mergeCompared(comparisons, flags, textOf)
  const result = insistMerged(mergeRuns(runs))
  const { writeDurations } = flags
  const sinks = openSinks()
  await sinks.fill(() => printResult(result, flags, textOf))
  await writeReports(result, flags, textOf, sinks)
  if (writeDurations !== undefined) await sinks.fill(() => writeDurationsOf(writeDurations, result))
  return sinks.end(exitCode(result, null))
}
