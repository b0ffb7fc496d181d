import type { RunListener } from '../results/run-event.ts'
import type { ReportContext } from './reporter.ts'

/** The whole result as one JSON document, at the end. */
export function reportAsJson({ output }: ReportContext): RunListener {
  return (event) => {
    if (event.kind === 'done') output.write(`${JSON.stringify(event.result, null, 2)}\n`)
  }
}
