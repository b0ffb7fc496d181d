import { shortenCommit } from '../../base/files/git.ts'
import { count } from '../../base/text/wording.ts'
import { sharedId } from '../../engine/verdict/conversation-result.ts'
import { nameVerdict, type Verdict } from '../../engine/verdict/verdict.ts'
import type { Trend, TrendPoint } from '../../records/history/trend.ts'
import { formatCost } from '../../wire/api/usage.ts'
import { alignWords } from '../document/align-words.ts'
import { type Column, noDuration, type ReportDocument, type Table } from '../document/report-document.ts'
import { joinWords, said, toned, type Words } from '../document/words.ts'
import { toneVerdict } from '../failures/format-verdict.ts'
import { describeChange, describeFailing, describeTrend, formatDay } from '../text/describe-trend.ts'
import { formatRate, formatTime } from '../text/figures.ts'

/** How conversations fared over the stored runs: the document of `history --json`. */
export interface HistoryResult {
  schemaVersion: 1
  kind: 'history'
  /** The most runs of each conversation. */
  last: number
  trends: readonly Trend[]
}

/** How conversations fared, newest on the right; a single one run by run. `all` counts them, flaky or not. */
export function historyDocument(
  { last, trends }: HistoryResult,
  tableread: string,
  all = trends.length,
): ReportDocument {
  const [only, more] = trends
  const flaky = trends.filter(({ flakiness }) => flakiness.flaky).length
  const none = `none of ${count(all, 'conversation')} is flaky in the last ${count(last, 'run')}`
  return {
    ...{ study: 'history', tableread, ...noDuration(), cases: [], findings: [], most: 0, lists: [], gate: null },
    target: [...new Set(trends.map(({ target }) => target))].join(', '),
    headline: `History: ${only === undefined ? none : `${count(trends.length, 'conversation')}, ${flaky} flaky`}`,
    tables: only === undefined ? [] : more === undefined ? tablesOfOne(only) : [tableOfAll(trends)],
    footer: only === undefined ? [none] : [legendOf(trends.flatMap(({ points }) => points))],
  }
}

const columnsOf = (names: readonly string[], right: readonly number[]): Column[] =>
  names.map((name, at) => ({ name, ...(right.includes(at) ? { right: true } : {}) }))

/** Suite by suite, each under a row with its name. */
function tableOfAll(trends: readonly Trend[]): Table {
  const isMany = new Set(trends.map(({ target }) => target)).size > 1
  const suites = [...new Set(trends.map(({ suite }) => suite))]
  return {
    columns: columnsOf(['conversation', 'version', 'runs', 'passed', 'flips', 'p95 turn', ''], [2, 3, 4, 5]),
    rows: suites.flatMap((suite): Words[][] => [
      [toned('strong', said(suite))],
      ...trends.filter((trend) => trend.suite === suite).map((trend) => rowOf(trend, isMany)),
    ]),
  }
}

function rowOf(trend: Trend, isMany: boolean): Words[] {
  const { name, version, target, points, pass, flakiness, duration, failingSince } = trend
  const { flips, chances, flaky, causes } = flakiness
  const { direction, p95TurnMs } = duration
  const kinds = causes.length === 0 ? '' : ` (${causes.map(([kind]) => kind).join(', ')})`
  const notes = [
    ...(flaky ? [toned('warn', `flaky${kinds}`)] : []),
    ...(failingSince === null ? [] : [toned('bad', `failing ${describeFailing(failingSince)}`)]),
  ]
  return [
    ['  ', said(name, 50)],
    toned('dim', isMany ? [said(version), ', ', said(target)] : said(version)),
    stripOf(points),
    pass.judged === 0 ? '' : `${pass.passed}/${pass.judged} ${formatRate(pass.passed / pass.judged).padStart(5)}`,
    chances === 0 ? '' : `${flips}/${chances}`,
    p95TurnMs === null
      ? ''
      : `${formatTime(p95TurnMs)}${direction === null || direction === 'steady' ? '' : ` ${direction}`}`,
    joinWords(notes, ', '),
  ]
}

/** One conversation over its runs: a summary, then each run, newest first. */
function tablesOfOne(trend: Trend): Table[] {
  const { suite, name, agent, version, target, points, flakiness } = trend
  const { passed, flipped, causes, takes, failing, lastFailure } = describeTrend(trend)
  const facts: [string, Words | null][] = [
    ['runs', String(points.length)],
    ['passed', passed],
    ['flipped', [flipped, flakiness.flaky ? toned('warn', ' flaky') : '']],
    ['causes', causes],
    ['takes', takes],
    ['failing', failing === null ? null : toned('bad', failing)],
    ['last failure', lastFailure === null ? null : said(lastFailure)],
  ]
  const rows = facts.flatMap(([label, fact]): Words[][] => (fact === null ? [] : [[toned('dim', label), fact]]))
  const where = [said(sharedId(trend)), ', agent ', said(agent), ', version ', said(version), ', ', said(target)]
  const columns = columnsOf(['run', 'verdict', '', 'took', 'commit', 'session', ''], [3])
  return [
    {
      title: toned('strong', [said(suite), ' > ', said(name)]),
      notes: [toned('dim', where), stripOf(points), ...alignWords(rows)],
      ...{ columns: [], rows: [] },
    },
    { columns, rows: points.map(runRow).reverse() },
  ]
}

function runRow(point: TrendPoint): Words[] {
  const { startedAt, verdict, reason, passed, judged, ms, sessionId, commit, cause, gate } = point
  const change = describeChange(point)
  const notes = [
    ...(reason === null ? [] : [said(reason)]),
    ...(cause === undefined ? [] : [`cause ${cause}`]),
    ...(gate === undefined ? [] : [`gate ${gate}`]),
    ...(change === null ? [] : [change]),
    ...describeTaken(point.tokens, point.cost),
    ...describeTaken(point.judgeTokens, point.judgeCost).map((each) => `judges: ${each}`),
  ]
  return [
    formatDay(startedAt),
    toneVerdict(verdict),
    judged > 1 ? `${passed} of ${judged}` : '',
    formatTime(ms),
    toned('dim', commit === null ? '' : said(shortenCommit(commit))),
    toned('dim', said(sessionId ?? '')),
    joinWords(notes, '; '),
  ]
}

function describeTaken(tokens: number | undefined, cost: number | undefined): string[] {
  return [
    ...(tokens === undefined ? [] : [`${tokens.toLocaleString('en-US')} tokens`]),
    ...(cost === undefined ? [] : [`cost ${formatCost(cost)}`]),
  ]
}

/** Letters that read well aloud and without colour. */
const letters: Record<Verdict, string> = {
  ...{ passed: '.', failed: 'F', flaky: '~', errored: '!', broken: 'B', 'not reached': '-' },
  ...{ 'expected fail': 'x', skipped: '-', unsafe: 'u' },
}

/** What is written before the first run after a change. */
const boundaries = [
  ['|', 'the script changed', ({ scriptChanged }: TrendPoint) => scriptChanged],
  ['/', 'the agent changed', ({ agentChanged }: TrendPoint) => agentChanged],
] as const

/** A letter for each run, newest on the right, and what changed in between. */
function stripOf(points: readonly TrendPoint[]): Words {
  return points.map((point) => {
    const marks = boundaries.flatMap(([mark, , stands]) => (stands(point) ? [toned('dim', mark)] : []))
    return [...marks, toneVerdict(point.verdict, letters[point.verdict])]
  })
}

/** What the signs of these runs mean: `. passed  F failed  | the script changed`. */
function legendOf(points: readonly TrendPoint[]): Words {
  const verdicts = (Object.keys(letters) as Verdict[]).filter((each) => points.some(({ verdict }) => verdict === each))
  const verdictWords = verdicts.map(
    (verdict): Words => [toneVerdict(verdict, letters[verdict]), ` ${nameVerdict(verdict)}`],
  )
  const changed = boundaries.flatMap(([mark, words, stands]) => (points.some(stands) ? [`${mark} ${words}`] : []))
  return [joinWords([...verdictWords, ...changed], '  '), '; the newest run is on the right']
}
