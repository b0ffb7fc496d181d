import { type ComparisonListener, reportComparison } from '../../../report/comparison/report-comparison.ts'
import { formatJson } from '../../../report/text/finish-text.ts'
import { createPaint } from '../../../report/text/paint.ts'
import { mainOutput } from '../output/main-output.ts'

/** The flags that choose the reports of a comparison. */
export interface ComparisonReportFlags {
  reporter: 'default' | 'plain' | 'json'
  json?: true | string
}

/** The report on standard output. `--json` alone takes it for itself. */
export function chooseComparisonReporter(flags: ComparisonReportFlags): ComparisonListener {
  const main = flags.json === true ? 'json' : flags.reporter
  const { output, colours } = mainOutput(main)
  if (main !== 'json') return reportComparison(output, createPaint(colours))
  return (event) => {
    if (event.kind !== 'done') return
    output.write(`${formatJson(event.comparison)}\n`)
    output.flush?.()
  }
}
