import type { RunListener } from '../../../engine/run-result.ts'
import { reportAsJson } from '../../../report/json/json-reporter.ts'
import { reportCoverage } from '../../../report/studies/coverage.ts'
import { reportToTerminal } from '../../../report/terminal/terminal-reporter.ts'
import { createPaint } from '../../../report/text/paint.ts'
import type { FailureDetail, ReportContext } from '../../../report/text/reporter.ts'
import { mainOutput } from '../../edge/print.ts'
import type { GivenFlags } from '../../flags/shared-flags.ts'
import { reportContext } from '../../formats/reported.ts'
import { formatReport, printedFormat } from '../../reports/write-reports.ts'
import type { StudyFlags } from '../../reports/write-study.ts'

export interface ReportFlags extends StudyFlags, GivenFlags<'coverage' | 'trace' | 'allFailures'> {}

/** `--json` without a file takes standard output. `stays`: requests can be sent to the service again after the run. */
export function chooseReporters(
  { coverage = false, trace = false, allFailures = false, ...flags }: ReportFlags,
  textOf: ReportContext['textOf'],
  stays: boolean,
  { wholeOf, again }: Pick<ReportContext, 'wholeOf' | 'again'> = {},
): RunListener {
  const name = printedFormat(flags)
  const { output, colours } = mainOutput(name ?? flags.reporter)
  const whole = wholeOf === undefined ? {} : { wholeOf }
  if (name === 'json') return reportAsJson({ output, textOf, ...whole })
  if (name !== null)
    return async (event) => {
      if (event.kind === 'done') output.write(await formatReport(name, event.result, reportContext(textOf)))
    }
  const paint = createPaint(colours)
  const detail: FailureDetail = { trace, curl: trace ? 'all' : stays ? 'first' : 'none', all: trace || allFailures }
  const report = reportToTerminal(
    { output, textOf, detail, ...(again === undefined ? {} : { again }), ...whole },
    paint,
  )
  return coverage ? inTurn(report, reportCoverage({ output, textOf }, paint)) : report
}

/** Passes each event to the second listener once the first is done with it. */
function inTurn(first: RunListener, second: RunListener): RunListener {
  return (event) => {
    const pending = first(event)
    return pending === undefined ? second(event) : pending.then(() => second(event))
  }
}
