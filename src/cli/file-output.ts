import { writeFileSync } from 'node:fs'
import type { Output } from '../report/reporter.ts'

/** A file that a report is written to: the first text takes the place of what was there, further ones follow it. */
export function fileOutput(file: string): Output {
  let flag = 'w'
  return {
    columns: null,
    write(text) {
      writeFileSync(file, text, { flag })
      flag = 'a'
    },
  }
}
