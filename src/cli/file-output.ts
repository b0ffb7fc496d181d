import { writeFileSync } from 'node:fs'
import type { Output } from '../report/reporter.ts'

/** A file that a report is written to, as one text. */
export function fileOutput(file: string): Output {
  return { write: (text) => writeFileSync(file, text), columns: null }
}
