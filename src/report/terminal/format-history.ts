import { shortenCommit } from '../../base/git.ts'
import { cutText } from '../../base/privacy/cut.ts'
import { sharedId } from '../../engine/verdict/conversation-result.ts'
import { nameVerdict, type Verdict } from '../../engine/verdict/verdict.ts'
import type { Trend, TrendPoint } from '../../records/history/trend.ts'
import { formatCost } from '../../wire/api/usage.ts'
import { alignRows, type Cell, type Row } from '../text/align-rows.ts'
import { describeFailing, describeTrend, formatDay } from '../text/describe-trend.ts'
import { formatRate, formatTime } from '../text/figures.ts'
import { formatMark, formatVerdict } from '../text/format-verdict.ts'
import { cleanLine } from '../text/line.ts'
import type { Paint } from '../text/paint.ts'

/** A table of conversations over their runs, suite by suite, with a strip of verdicts, newest on the right. */
export function formatHistory(trends: readonly Trend[], style: StripStyle, paint: Paint): string {
  const targets = new Set(trends.map(({ target }) => target)).size > 1
  const suites = [...new Set(trends.map(({ suite }) => suite))]
  const head: Row = ['conversation', 'version', 'runs', 'passed', 'flips', 'p95 turn', ''].map((text, column) => ({
    text,
    paint: paint.dim,
    ...(column === 2 || text === '' ? {} : column > 2 ? { align: 'right' as const } : {}),
  }))
  const rows = trends.map((trend) => rowOf(trend, targets, style, paint))
  const widths = Math.max(...trends.map(({ points }) => stripWidth(points)))
  const [first = '', ...lines] = alignRows([head, ...rows.map((row) => padStrip(row, widths))])
  const bySuite = suites.flatMap((suite) => [
    '',
    paint.strong(cleanLine(suite)),
    ...lines.filter((_, index) => trends[index]?.suite === suite).map((line) => ` ${line}`),
  ])
  const legend = stripLegend(
    trends.flatMap(({ points }) => points),
    style,
    paint,
  )
  return [` ${first}`, ...bySuite, '', paint.dim(`${legend}; the newest run is on the right`)].join('\n')
}

/** The strip contains colour codes, so the table is given plain text of the same width in its place. */
type StripCell = Cell & { strip?: string; width?: number }

function padStrip(row: readonly StripCell[], width: number): Row {
  return row.map((cell) => {
    if (cell.strip === undefined) return cell
    const gap = ' '.repeat(width - (cell.width ?? 0))
    return { text: ' '.repeat(width), paint: () => `${gap}${cell.strip}` }
  })
}

function rowOf(trend: Trend, targets: boolean, style: StripStyle, paint: Paint): readonly StripCell[] {
  const { name, version, target, points, pass, flakiness, duration, failingSince } = trend
  const { flips, chances, flaky, causes } = flakiness
  const rate =
    pass.judged === 0 ? '' : `${pass.passed}/${pass.judged} ${formatRate(pass.passed / pass.judged).padStart(5)}`
  const arrow = duration.direction === 'slower' ? ' slower' : duration.direction === 'faster' ? ' faster' : ''
  const note = [
    ...(flaky
      ? [paint.warn(causes.length === 0 ? 'flaky' : `flaky (${causes.map(([kind]) => kind).join(', ')})`)]
      : []),
    ...(failingSince === null ? [] : [paint.bad(`failing ${describeFailing(failingSince)}`)]),
  ].join(', ')
  return [
    { text: cutText(cleanLine(name), 50) },
    { text: targets ? `${version}, ${target}` : version, paint: paint.dim },
    { text: '', strip: verdictStrip(points, style, paint), width: stripWidth(points) },
    { text: rate, align: 'right' },
    { text: chances === 0 ? '' : `${flips}/${chances}`, align: 'right' },
    { text: duration.p95TurnMs === null ? '' : `${formatTime(duration.p95TurnMs)}${arrow}`, align: 'right' },
    { text: note },
  ]
}

/** One conversation over its runs: a summary, then each run, newest first. */
export function formatTrend(trend: Trend, style: StripStyle, paint: Paint): string {
  const { suite, name, agent, version, target, points } = trend
  const facts = factsOf(trend, paint).map(([label, text]): Row => [{ text: label, paint: paint.dim }, { text }])
  return [
    paint.strong(cleanLine(`${suite} > ${name}`)),
    paint.dim(`${sharedId(trend)}, agent ${agent}, version ${version}, ${target}`),
    '',
    ` ${verdictStrip(points, style, paint)}`,
    ` ${paint.dim(stripLegend(points, style, paint))}`,
    '',
    ...alignRows(facts).map((line) => ` ${line}`),
    '',
    ...alignRows(points.map((point) => runRow(point, paint)).reverse()).map((line) => ` ${line}`),
  ].join('\n')
}

function factsOf(trend: Trend, paint: Paint): [string, string][] {
  const { passed, flipped, causes, takes, failing, lastFailure } = describeTrend(trend)
  const facts: [string, string | null][] = [
    ['runs', String(trend.points.length)],
    ['passed', passed],
    ['flipped', `${flipped}${trend.flakiness.flaky ? paint.warn(' flaky') : ''}`],
    ['causes', causes],
    ['takes', takes],
    ['failing', failing === null ? null : paint.bad(failing)],
    ['last failure', lastFailure],
  ]
  return facts.filter((fact): fact is [string, string] => fact[1] !== null)
}

function runRow(
  { startedAt, verdict, reason, passed, judged, ms, sessionId, commit, scriptChanged, cause, ...taken }: TrendPoint,
  paint: Paint,
): Row {
  const used = describeTaken(taken.tokens, taken.cost)
  const judges = describeTaken(taken.judgeTokens, taken.judgeCost).map((each) => `judges: ${each}`)
  const because = cause === undefined ? null : `cause ${cause}`
  const note = [reason, because, scriptChanged ? 'the script changed' : null, ...used, ...judges]
    .filter((each) => each !== null)
    .join('; ')
  return [
    { text: formatDay(startedAt) },
    { text: verdict, paint: () => formatVerdict(verdict, paint) },
    { text: judged > 1 ? `${passed} of ${judged}` : '' },
    { text: formatTime(ms), align: 'right' },
    { text: commit === null ? '' : shortenCommit(commit), paint: paint.dim },
    { text: sessionId ?? '', paint: paint.dim },
    { text: note },
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
  passed: '.',
  failed: 'F',
  flaky: '~',
  errored: '!',
  broken: 'B',
  'not reached': '-',
  'expected fail': 'x',
  skipped: '-',
  unsafe: 'u',
}

/** The characters of a strip: coloured marks, or plain ASCII letters. */
type StripStyle = 'marks' | 'letters'

/** A mark for each run, newest on the right; a bar marks a change of the script. */
function verdictStrip(points: readonly TrendPoint[], style: StripStyle, paint: Paint): string {
  return points
    .map(({ verdict, scriptChanged }) => {
      const mark = style === 'marks' ? formatMark(verdict, paint) : letters[verdict]
      return scriptChanged ? `${paint.dim('|')}${mark}` : mark
    })
    .join('')
}

/** How many columns a strip takes. */
function stripWidth(points: readonly TrendPoint[]): number {
  return points.length + points.filter(({ scriptChanged }) => scriptChanged).length
}

/** What the marks of these runs mean, in one line: `. passed  F failed  | the script changed`. */
function stripLegend(points: readonly TrendPoint[], style: StripStyle, paint: Paint): string {
  const seen = (Object.keys(letters) as Verdict[]).filter((verdict) =>
    points.some((point) => point.verdict === verdict),
  )
  const named = seen.map(
    (verdict) => `${style === 'marks' ? formatMark(verdict, paint) : letters[verdict]} ${nameVerdict(verdict)}`,
  )
  const changed = points.some(({ scriptChanged }) => scriptChanged) ? ['| the script changed'] : []
  return [...named, ...changed].join('  ')
}
