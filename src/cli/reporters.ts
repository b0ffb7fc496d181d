import { writeFileSync } from 'node:fs'
import { reportCoverage } from '../report/coverage-reporter.ts'
import type { FailureDetail } from '../report/failure-detail.ts'
import { reportAsJson } from '../report/json-reporter.ts'
import { reportAsJunit } from '../report/junit-reporter.ts'
import { createPaint } from '../report/paint.ts'
import type { Output, ReportContext, Reporter } from '../report/reporter.ts'
import { reportToTerminal } from '../report/terminal-reporter.ts'
import type { RunListener } from '../results/run-event.ts'

/** The flags that choose reports. */
export interface ReportFlags {
  reporter: 'default' | 'plain' | 'json' | 'junit'
  json?: true | string
  junit?: string
  /** Print the coverage below the terminal report. */
  coverage?: boolean
  /** Print under each failed conversation what happened in it. */
  trace?: boolean
}

/**
 * The reports a person asked for, each writing to its own place. `--json` alone takes standard output for itself.
 * `stays`: the service is there after the run, so that requests can be sent to it again.
 */
export function chooseReporters(flags: ReportFlags, textOf: ReportContext['textOf'], stays: boolean): RunListener[] {
  const main = flags.json === true ? 'json' : flags.reporter
  const files: [string | true | undefined, Reporter][] = [
    [flags.json, reportAsJson],
    [flags.junit, reportAsJunit],
  ]
  return [
    ...reportMain(main, flags, textOf, stays),
    ...files.flatMap(([file, reporter]) =>
      typeof file === 'string' ? reporter({ output: fileOutput(file), textOf }) : [],
    ),
  ]
}

function reportMain(
  name: ReportFlags['reporter'],
  { coverage = false, trace = false }: ReportFlags,
  textOf: ReportContext['textOf'],
  stays: boolean,
): RunListener[] {
  const terminal = process.stdout.isTTY === true && name === 'default' && process.env.CI === undefined
  const columns = terminal ? (process.stdout.columns ?? 80) : null
  const output: Output = terminal ? { write: (text) => void process.stdout.write(text), columns } : gatherWrites()
  if (name === 'json') return [reportAsJson({ output, textOf })]
  if (name === 'junit') return [reportAsJunit({ output, textOf })]
  const colours =
    name === 'default' &&
    process.env.NO_COLOR === undefined &&
    (process.stdout.isTTY === true || process.env.FORCE_COLOR !== undefined)
  const paint = createPaint(colours)
  const detail: FailureDetail = { trace, curl: trace ? 'all' : stays ? 'first' : 'none' }
  return [
    reportToTerminal({ output, textOf, detail }, paint),
    ...(coverage ? [reportCoverage({ output, textOf }, paint)] : []),
  ]
}

function fileOutput(file: string): Output {
  return { write: (text) => writeFileSync(file, text), columns: null }
}

/** Into a pipe or a file: what is written in one go of the event loop leaves in one write, since each write waits for the disk or the reader. */
function gatherWrites(): Output {
  let waiting = ''
  const flush = (): void => {
    if (waiting !== '') process.stdout.write(waiting)
    waiting = ''
  }
  return {
    columns: null,
    flush,
    write(text) {
      if (waiting === '') setTimeout(flush, 50)
      waiting += text
      if (waiting.length > 65_536) flush()
    },
  }
}
