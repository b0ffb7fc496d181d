import type { RunListener } from '../../../engine/run-result.ts'
import { reportAsJson } from '../../../report/json/json-reporter.ts'
import { reportAsJunit } from '../../../report/junit/run-junit.ts'
import { reportCoverage } from '../../../report/terminal/format-coverage.ts'
import { reportToTerminal } from '../../../report/terminal/terminal-reporter.ts'
import { createPaint } from '../../../report/text/paint.ts'
import type { FailureDetail, ReportContext } from '../../../report/text/reporter.ts'
import { mainOutput } from '../../project/print.ts'

/** The flags that choose reports. */
export interface ReportFlags {
  reporter: 'default' | 'plain' | 'json' | 'junit'
  json?: true | string
  junit?: string
  ctrf?: string
  markdown?: string
  html?: string
  /** Print the coverage below the terminal report. */
  coverage?: boolean
  /** Print under each failed conversation what happened in it. */
  trace?: boolean
  /** Report every failure in full, not one for each cause. */
  allFailures?: boolean
}

/**
 * The report on standard output that was asked for; reports in files are written at the end (see
 * `writeReports`).
 * `--json` without a file takes standard output for itself.
 * `stays`: the service outlives the run, so requests can be sent to it again.
 */
export function chooseReporters(
  { json, reporter, coverage = false, trace = false, allFailures = false }: ReportFlags,
  textOf: ReportContext['textOf'],
  stays: boolean,
  { wholeOf, again }: Pick<ReportContext, 'wholeOf' | 'again'> = {},
): RunListener {
  const name = json === true ? 'json' : reporter
  const { output, colours } = mainOutput(name)
  if (name === 'json') return reportAsJson({ output, textOf, ...(wholeOf === undefined ? {} : { wholeOf }) })
  if (name === 'junit') return reportAsJunit({ output, textOf })
  const paint = createPaint(colours)
  const detail: FailureDetail = { trace, curl: trace ? 'all' : stays ? 'first' : 'none', all: trace || allFailures }
  const report = reportToTerminal({ output, textOf, detail, ...(again === undefined ? {} : { again }) }, paint)
  return coverage ? inTurn(report, reportCoverage({ output, textOf }, paint)) : report
}

/** Passes each event to the second listener once the first is done with it. */
function inTurn(first: RunListener, second: RunListener): RunListener {
  return (event) => {
    const told = first(event)
    return told === undefined ? second(event) : told.then(() => second(event))
  }
}
