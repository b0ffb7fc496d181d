import { count } from '../../../base/count.ts'
import { readTrends } from '../../../records/history/read-trends.ts'
import type { Trend } from '../../../records/history/trend.ts'
import { formatHistory } from '../../../report/terminal/format-history.ts'
import { formatTrend } from '../../../report/terminal/format-trend.ts'
import { createPaint } from '../../../report/text/paint.ts'
import { print, printJson } from '../../project/print.ts'
import { settle } from '../../project/settings.ts'
import { UsageError } from '../../project/usage-error.ts'
import { writeDurations } from '../output/write-durations.ts'
import { chooseSubjects } from './choose-subjects.ts'
import { durationsOfTrends } from './durations-of-trends.ts'

/** The flags of `tableread history`. */
export interface HistoryFlags {
  name?: string
  last?: string
  flaky?: boolean
  agentVersion?: string[]
  reporter?: 'default' | 'plain'
  history?: string | false
  config?: string
  json?: boolean
  /** A file to write durations to. */
  writeDurations?: string
}

/**
 * `tableread history`: how conversations fared over the runs that were kept; one alone is shown run by run. Gives 0.
 * @throws UsageError when there is no history, or nothing in it is what was asked for
 */
export async function history(paths: readonly string[], flags: HistoryFlags): Promise<number> {
  const { config, history: file } = flags
  const { history: path, folder } = await settle(
    [],
    { ...(config === undefined ? {} : { config }), ...(file === undefined ? {} : { history: file }) },
    process.env,
  )
  if (path === null) throw new UsageError('the history is switched off here', 'name a file with --history')
  const last = readLast(flags.last ?? '20')
  const read = readTrends(path, { choose: (known) => chooseSubjects(known, paths, folder, flags), last })
  if (!read.ok)
    throw new UsageError(`there is no history to show in ${path}: ${read.trouble.message}`, hintFor(read.trouble.kind))
  const { trends } = read
  const found = flags.flaky === true ? byFlakiness(trends) : trends
  if (flags.writeDurations !== undefined) {
    writeDurations(flags.writeDurations, durationsOfTrends(found))
    return 0
  }
  if (flags.json === true) {
    printJson({ schemaVersion: 1, kind: 'history', last, trends: found })
    return 0
  }
  print(`${describe(found, trends.length, flags)}\n`)
  return 0
}

function describe(trends: readonly Trend[], all: number, flags: HistoryFlags): string {
  const [only, more] = trends
  if (only === undefined)
    return `none of ${all} conversations is flaky in the last ${count(Number(flags.last ?? 20), 'run')}`
  const colours =
    flags.reporter !== 'plain' &&
    process.env.NO_COLOR === undefined &&
    (process.stdout.isTTY === true || process.env.FORCE_COLOR !== undefined)
  const [paint, style] = [createPaint(colours), colours ? 'marks' : 'letters'] as const
  return more === undefined ? formatTrend(only, style, paint) : formatHistory(trends, style, paint)
}

/** Those that flip without reason, the worst first. */
function byFlakiness(trends: readonly Trend[]): Trend[] {
  const flaky = trends.filter(({ flakiness }) => flakiness.flaky)
  return flaky.sort((a, b) => (b.flakiness.rate ?? 0) - (a.flakiness.rate ?? 0))
}

function readLast(text: string): number {
  if (/^[1-9]\d{0,4}$/.test(text)) return Number(text)
  throw new UsageError(`--last ${text} is not a whole number of at least 1`)
}

function hintFor(kind: string): string {
  if (kind === 'missing') return '`tableread run` begins one; or name another file with --history'
  if (kind === 'damaged') return 'the next run sets it aside and begins a new one'
  return kind === 'busy' ? 'try again' : 'name another file with --history'
}
