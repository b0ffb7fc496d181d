import type { RunListener } from '../../engine/run-event.ts'
import type { ReportContext } from '../text/reporter.ts'
import { formatRunJunit } from './run-junit.ts'

/** The run as JUnit XML, at the end. */
export function reportAsJunit({ output, textOf }: ReportContext): RunListener {
  return async (event) => {
    if (event.kind === 'done') output.write(await formatRunJunit(event.result, textOf))
  }
}
