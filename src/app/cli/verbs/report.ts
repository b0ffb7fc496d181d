import { documentOf } from '../../../report/studies/document-of.ts'
import { openSinks } from '../../edge/sinks.ts'
import { UsageError } from '../../edge/usage-error.ts'
import type { ReportVerbFlags } from '../../flags/result-flags.ts'
import { readAnyResultFile, readDisplaySettings, suiteTexts } from '../../judging/read-result-file.ts'
import { writeDurationsOf } from '../../open/shards.ts'
import { filesOf, writeReports } from '../../reports/write-reports.ts'
import { printStudy } from '../../reports/write-study.ts'
import { printResult } from '../output/print-result.ts'

/** Whatever verb wrote the result. Returns 0: the verb that made it has judged it. @throws UsageError */
export async function report(file: string, flags: ReportVerbFlags): Promise<number> {
  const { showPrivate = false } = flags
  const display = await readDisplaySettings({ showPrivate })
  const read = readAnyResultFile(file, display)
  const textOf = suiteTexts(display)
  const { allFailures, writeDurations } = flags
  const sinks = openSinks()
  const isPrinted = flags.json === true || (filesOf(flags).length === 0 && writeDurations === undefined)
  if (read.kind === 'run' || read.kind === 'comparison') {
    await writeReports(read.result, flags, textOf, sinks)
    if (writeDurations !== undefined) await sinks.fill(() => writeDurationsOf(writeDurations, read.result))
    if (isPrinted) await sinks.fill(() => printResult(read.result, flags, textOf))
    return sinks.end(0)
  }
  if (writeDurations !== undefined)
    throw new UsageError(
      `${file} says of no conversation how long it took`,
      '--write-durations reads runs and comparisons',
    )
  const { result } = read
  const document = await documentOf(result, { textOf })
  const study = { result, document: allFailures === true ? { ...document, most: document.findings.length } : document }
  await writeReports(study, flags, textOf, sinks)
  if (isPrinted) await sinks.fill(() => printStudy(study, flags, textOf))
  return sinks.end(0)
}
