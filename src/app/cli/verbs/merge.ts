import { comparisonExitCode } from '../../../compare/comparison.ts'
import { exitCode } from '../../../engine/run-result.ts'
import { mergeRuns } from '../../../records/shards/merge-runs.ts'
import { mostWhole, slimPassed } from '../../../records/shards/parts.ts'
import { plainSaid } from '../../../report/document/door.ts'
import { warn } from '../../edge/print.ts'
import { openSinks } from '../../edge/sinks.ts'
import { UsageError } from '../../edge/usage-error.ts'
import { globbedFiles } from '../../files/globbed-files.ts'
import type { MergeFlags } from '../../flags/result-flags.ts'
import {
  type DisplaySettings,
  insistMerged,
  NoResultError,
  readDisplaySettings,
  readResultFile,
  suiteTexts,
} from '../../judging/read-result-file.ts'
import { writeDurationsOf } from '../../open/shards.ts'
import { annotateLines, holdsPassed, writeReports } from '../../reports/write-reports.ts'
import { printResult } from '../output/print-result.ts'

/** Judged as the whole run would have been; shards that left no result are said, and end with 3. @throws UsageError for files broken or not of one run */
export async function merge(files: readonly string[], flags: MergeFlags): Promise<number> {
  const { html, config, showPrivate = false, ...others } = flags
  const shows = (total: number): boolean => holdsPassed(others) || (html !== undefined && total <= mostWhole)
  const display = await readDisplaySettings({ showPrivate, ...(config === undefined ? {} : { config }) })
  const losses: NoResultError[] = []
  const read = globbedFiles(files, process.cwd(), noneLeft).flatMap((file) => {
    const each = readPart(file, display)
    if (each instanceof NoResultError) {
      losses.push(each)
      return []
    }
    if (each.kind === 'comparison' || shows(each.result.shard?.total ?? 0)) return [each]
    return [{ ...each, result: slimPassed(each.result) }]
  })
  if (read.length === 0 && losses.length > 0)
    throw new UsageError(
      losses.map(({ message }) => message),
      undefined,
      { exitCode: 3 },
    )
  for (const { message } of losses) warn(message)
  const reasons = losses.map(({ reason }) => plainSaid(reason, 300))
  const runs = read.flatMap((each) => (each.kind === 'run' ? [each] : []))
  const comparisons = read.flatMap((each) => (each.kind === 'comparison' ? [each] : []))
  const textOf = suiteTexts(display)
  const [run, comparison] = [runs[0], comparisons[0]]
  if (run !== undefined && comparison !== undefined)
    throw new UsageError(
      `${run.file} is the result of a run, but ${comparison.file} of a comparison`,
      'merge the shards of one run, or of one comparison',
    )
  const result =
    comparison === undefined
      ? insistMerged(mergeRuns(runs, reasons))
      : await (await import('./merge-compared.ts')).mergeCompared(comparisons, config, reasons)
  const { writeDurations } = flags
  const sinks = openSinks()
  await sinks.fill(() => printResult(result, flags, textOf))
  await writeReports(result, flags, textOf, sinks)
  await sinks.fill(() => annotateLines(result, textOf))
  if (writeDurations !== undefined) await sinks.fill(() => writeDurationsOf(writeDurations, result))
  return sinks.end('kind' in result ? comparisonExitCode(result, null) : exitCode(result, null))
}

const noneLeft = (glob: string): UsageError =>
  new UsageError('no shard left a result: see their jobs', `no file matches ${glob}`, { exitCode: 3 })

/** The error is of a shard that ended before anything was judged, or while it wrote. @throws UsageError for a file that is broken */
function readPart(file: string, display: DisplaySettings): ReturnType<typeof readResultFile> | NoResultError {
  try {
    return readResultFile(file, display)
  } catch (error) {
    if (error instanceof NoResultError) return error
    throw error
  }
}
