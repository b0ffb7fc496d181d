import type { RunListener } from '../../engine/run-event.ts'
import type { Paint } from '../text/paint.ts'
import type { ReportContext } from '../text/reporter.ts'
import { formatCoverage } from './format-coverage.ts'

/**
 * Prints the coverage of the run as a table at the end. It writes below the terminal report, so it must be registered
 * after it.
 */
export function reportCoverage({ output }: ReportContext, paint: Paint): RunListener {
  return (event) => {
    if (event.kind !== 'done') return
    output.write(`\n${formatCoverage(event.result.coverage, paint)}\n`)
    output.flush?.()
  }
}
