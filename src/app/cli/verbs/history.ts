import { resolve } from 'node:path'
import { count } from '../../../base/text/wording.ts'
import { percentile } from '../../../engine/expect/latency.ts'
import { sharedId } from '../../../engine/verdict/conversation-result.ts'
import { type KnownSubject, readTrends } from '../../../records/history/read-trends.ts'
import type { Trend, TrendPoint } from '../../../records/history/trend.ts'
import { type ConversationTime, durationKey } from '../../../records/shards/durations.ts'
import { type HistoryResult, historyDocument } from '../../../report/studies/history.ts'
import { readWhole } from '../../config/flag-values.ts'
import { settle } from '../../config/settings.ts'
import { tablereadVersion } from '../../edge/package-version.ts'
import { openSinks } from '../../edge/sinks.ts'
import { UsageError } from '../../edge/usage-error.ts'
import { type ConversationAddress, readAddress, showPath } from '../../files/find-suites.ts'
import { compileGlob, isGlob } from '../../files/glob.ts'
import type { HistoryFlags } from '../../flags/verb-flags.ts'
import { writeDurations } from '../../open/shards.ts'
import { writeDocument } from '../../reports/write-study.ts'
import { readNamePattern } from '../../suites/select.ts'

/** How conversations fared over the stored runs; one alone run by run. Returns 0. @throws UsageError for none */
export async function history(paths: readonly string[], flags: HistoryFlags): Promise<number> {
  const last = readWhole('--last', flags.last ?? '20', { most: 99_999 })
  const { config, history: file } = flags
  const { history: path, folder } = await settle(
    [],
    { ...(config === undefined ? {} : { config }), ...(file === undefined ? {} : { history: file }) },
    process.env,
  )
  if (path === null) throw new UsageError('the history is switched off here', 'name a file with --history')
  const read = readTrends(path, { choose: (subjects) => chooseSubjects(subjects, paths, folder, flags), last })
  if (!read.ok)
    throw new UsageError(`there is no history to show in ${path}: ${read.trouble.message}`, hintFor(read.trouble.kind))
  const { trends } = read
  const rows = flags.flaky === true ? byFlakiness(trends) : trends
  if (flags.writeDurations !== undefined) {
    writeDurations(flags.writeDurations, durationsOfTrends(rows))
    return 0
  }
  const result: HistoryResult = { schemaVersion: 1, kind: 'history', last, trends: rows }
  const sinks = openSinks()
  await writeDocument({ result, document: historyDocument(result, tablereadVersion(), trends.length) }, flags, sinks)
  return sinks.end(0)
}

/** Conversations that pass and fail without a change, worst first. */
function byFlakiness(trends: readonly Trend[]): Trend[] {
  const flaky = trends.filter(({ flakiness }) => flakiness.flaky)
  return flaky.sort((a, b) => (b.flakiness.rate ?? 0) - (a.flakiness.rate ?? 0))
}

function hintFor(kind: string): string {
  if (kind === 'missing') return '`tableread run` begins one; or name another file with --history'
  if (kind === 'damaged') return 'the next run sets it aside and begins a new one'
  return kind === 'busy' ? 'try again' : 'name another file with --history'
}

/** The duration of each conversation according to the history: the median of its judged runs, over all services. */
function durationsOfTrends(trends: readonly Trend[]): ConversationTime[] {
  const groups = new Map<string, { trend: Trend; points: TrendPoint[] }>()
  for (const trend of trends) {
    const key = durationKey(trend)
    const group = groups.get(key) ?? { trend, points: [] }
    group.points.push(...trend.points.filter(({ judged }) => judged > 0))
    groups.set(key, group)
  }
  return [...groups.values()].flatMap(({ trend: { suite, name, agent, version }, points }) => {
    const ms = percentile(
      points.map((point) => point.ms),
      0.5,
    )
    return ms === null ? [] : [{ suite, name, agent, version, ms: Math.round(ms) }]
  })
}

interface SubjectsAsked {
  name?: string
  agentVersion?: readonly string[]
}

/** By a file, folder or `file:line`, which need not exist any more, a name and versions. @throws UsageError for none */
function chooseSubjects(
  subjects: readonly KnownSubject[],
  paths: readonly string[],
  folder: string,
  { name, agentVersion }: SubjectsAsked,
): KnownSubject[] {
  const matches = name === undefined ? undefined : readNamePattern(name)
  const selection = subjects.filter(
    (subject) =>
      (paths.length === 0 || paths.some((path) => standsAt(subject, path, folder, subjects))) &&
      (matches === undefined || matches(`${subject.suite} > ${subject.name}`)) &&
      (agentVersion === undefined || agentVersion.includes(subject.version)),
  )
  if (selection.length > 0) return selection
  const names = subjects.slice(0, 3).map((subject) => `"${subject.name}"`)
  throw new UsageError(
    'the history knows no such conversation',
    subjects.length === 0
      ? 'it is empty'
      : `it knows ${count(subjects.length, 'conversation')}, among them ${names.join(', ')}`,
  )
}

function standsAt(subject: KnownSubject, path: string, folder: string, subjects: readonly KnownSubject[]): boolean {
  const { path: givenPath, address } = readAddress(path)
  const shownPath = showPath(resolve(folder, givenPath), folder)
  const { file, line, column, row } = placeOf(subject)
  const fits = isGlob(shownPath) && compileGlob(shownPath)(file)
  if (shownPath === '' || fits || file === shownPath || file.startsWith(`${shownPath}/`)) {
    if (address === undefined) return true
    const before = subjects.map(placeOf).filter((each) => each.file === file && each.line <= address.line)
    const isOnLine = line === Math.max(...before.map((each) => each.line))
    const isInColumn = column === undefined || address.column === undefined || column === address.column
    return isOnLine && isInColumn && (address.row === undefined || row === address.row)
  }
  return false
}

/** `file:line version`, `file:line:column version` or `file:line#row version`. */
function placeOf(subject: KnownSubject): ConversationAddress & { file: string } {
  const { path, address = { line: 0 } } = readAddress(sharedId(subject))
  return { file: path, ...address }
}
