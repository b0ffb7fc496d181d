import type { RunListener } from '../results/run-event.ts'
import { jsonPieces } from './json-pieces.ts'
import type { ReportContext } from './reporter.ts'

/** The whole result as one JSON document, at the end. */
export function reportAsJson({ output }: ReportContext): RunListener {
  return (event) => {
    if (event.kind === 'done') for (const piece of jsonPieces(event.result)) output.write(piece)
  }
}
