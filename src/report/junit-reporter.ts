import type { RunListener } from '../results/run-event.ts'
import { formatRunJunit } from './junit/run-junit.ts'
import type { ReportContext } from './reporter.ts'

/** The run as JUnit XML, at the end. */
export function reportAsJunit({ output, textOf }: ReportContext): RunListener {
  return async (event) => {
    if (event.kind === 'done') output.write(await formatRunJunit(event.result, textOf))
  }
}
