import { createWriteStream, fstatSync } from 'node:fs'
import { Socket } from 'node:net'
import type { Writable } from 'node:stream'
import { redactKeys } from '../../base/secrets/secret-keys.ts'
import { onOneLine } from '../../base/text/wording.ts'
import { finishText, formatJson } from '../../report/text/finish-text.ts'
import type { Output } from '../../report/text/reporter.ts'
import { isCi } from './process.ts'

/** Writes text to standard output. Like everything written in this file, it is free of keys. */
export function print(text: string): void {
  process.stdout.write(redactKeys(finishText(text)))
}

export function complain(text: string): void {
  process.stderr.write(redactKeys(finishText(text)))
}

/** The output of a protocol, separate from standard output; `onLost` when nobody reads it any more. */
export function outputForProtocol(descriptor: number, onLost: () => void): Writable {
  const stats = fstatSync(descriptor)
  const isPipe = stats.isFIFO() || stats.isSocket()
  const output = isPipe
    ? new Socket({ fd: descriptor, readable: false, writable: true })
    : createWriteStream('', { fd: descriptor })
  return output.on('error', onLost)
}

/** Commands for the CI that reads standard error; callers ensure that no text from elsewhere acts as one. */
export function command(lines: string): void {
  process.stderr.write(redactKeys(lines))
}

/** One line, whatever it quotes, or several. */
export function warn(lines: string | readonly string[]): void {
  complain(`${[lines].flat().map(onOneLine).join('\n')}\n`)
}

export function printJson(value: unknown): void {
  process.stdout.write(`${redactKeys(formatJson(value))}\n`)
}

/** Standard output for a report of this name, and whether it gets colours (see `colours`). */
export function mainOutput(reporter = 'default'): { output: Output; colours: boolean } {
  const isTerminal = process.stdout.isTTY === true
  const terminal = isTerminal && reporter === 'default' && !isCi(process.env)
  const columns = terminal ? process.stdout.columns || 80 : null
  const output: Output = terminal ? { write: print, columns } : gatherWrites()
  return { output, colours: colours(reporter) }
}

/** On a terminal or with FORCE_COLOR, never with NO_COLOR, and only in the default report. */
export function colours(reporter = 'default'): boolean {
  const { NO_COLOR, FORCE_COLOR } = process.env
  return (
    reporter === 'default' && NO_COLOR === undefined && (process.stdout.isTTY === true || FORCE_COLOR !== undefined)
  )
}

/** One write per turn of the event loop, as each waits for disk or reader; only the exit waits for this output. */
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
