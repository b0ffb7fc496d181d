import { reportCoverage } from '../report/coverage-reporter.ts'
import type { FailureDetail } from '../report/failure-detail.ts'
import { reportAsJson } from '../report/json-reporter.ts'
import { reportAsJunit } from '../report/junit-reporter.ts'
import { createPaint } from '../report/paint.ts'
import type { ReportContext, Reporter } from '../report/reporter.ts'
import { reportToTerminal } from '../report/terminal-reporter.ts'
import type { RunListener } from '../results/run-event.ts'
import { fileOutput } from './file-output.ts'
import { mainOutput } from './main-output.ts'

/** The flags that choose reports. */
export interface ReportFlags {
  reporter: 'default' | 'plain' | 'json' | 'junit'
  json?: true | string
  junit?: string
  markdown?: string
  html?: string
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
  const { output, colours } = mainOutput(name)
  if (name === 'json') return [reportAsJson({ output, textOf })]
  if (name === 'junit') return [reportAsJunit({ output, textOf })]
  const paint = createPaint(colours)
  const detail: FailureDetail = { trace, curl: trace ? 'all' : stays ? 'first' : 'none' }
  return [
    reportToTerminal({ output, textOf, detail }, paint),
    ...(coverage ? [reportCoverage({ output, textOf }, paint)] : []),
  ]
}
