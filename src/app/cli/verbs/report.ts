import type { ShowPrivateFlag } from '../../project/open-concealer.ts'
import { readResultFile, readShown, suiteTexts } from '../../project/read-result-file.ts'
import { writeDurationsOf } from '../../project/shards.ts'
import { openSinks } from '../../project/sinks.ts'
import { type FileFlags, writeReports } from '../../project/write-reports.ts'
import { type ShowFlags, showResult } from '../output/show-result.ts'

/** The flags of `tableread report`. */
export interface ReportVerbFlags extends ShowFlags, FileFlags, ShowPrivateFlag {
  /** A file to write durations to. */
  writeDurations?: string
}

/**
 * `tableread report result.json`: writes the requested reports from a stored result, or prints it. Returns 0
 * whatever the result: the run that made it has judged it.
 * @throws UsageError for a file that cannot be read
 */
export async function report(file: string, flags: ReportVerbFlags): Promise<number> {
  const { showPrivate = false } = flags
  const shown = await readShown({ showPrivate })
  const { result } = readResultFile(file, shown)
  const textOf = suiteTexts(shown)
  const { json, junit, ctrf, otlp, markdown, html, writeDurations } = flags
  const sinks = openSinks()
  await writeReports(result, flags, textOf, sinks)
  if (writeDurations !== undefined) await sinks.fill(() => writeDurationsOf(writeDurations, result))
  const written = [typeof json === 'string' ? json : undefined, junit, ctrf, otlp, markdown, html, writeDurations].some(
    (each) => each !== undefined,
  )
  if (!written || json === true) await sinks.fill(() => showResult(result, flags, textOf))
  return sinks.exitCode(0)
}
