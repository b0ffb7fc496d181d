import type { Output } from '../../../report/text/reporter.ts'
import { print } from '../../project/print.ts'

/** Standard output for a report of this name, and whether it takes colours: only the default one does, where somebody looks or asks for it. */
export function mainOutput(reporter: string): { output: Output; colours: boolean } {
  const seen = process.stdout.isTTY === true
  const terminal = seen && reporter === 'default' && process.env.CI === undefined
  const columns = terminal ? (process.stdout.columns ?? 80) : null
  const output: Output = terminal ? { write: print, columns } : gatherWrites()
  const wanted = process.env.NO_COLOR === undefined && (seen || process.env.FORCE_COLOR !== undefined)
  return { output, colours: reporter === 'default' && wanted }
}

/** Into a pipe or a file: what is written in one go of the event loop leaves in one write, since each write waits for the disk or the reader. Nothing waits for it but the end of the process. */
function gatherWrites(): Output {
  let waiting = ''
  const flush = (): void => {
    if (waiting !== '') print(waiting)
    waiting = ''
  }
  process.once('beforeExit', flush)
  return {
    columns: null,
    flush,
    write(text) {
      if (waiting === '') setTimeout(flush, 50).unref()
      waiting += text
      if (waiting.length > 65_536) flush()
    },
  }
}
