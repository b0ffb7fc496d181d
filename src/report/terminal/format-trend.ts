import type { Trend, TrendPoint } from '../../records/history/trend.ts'
import { alignRows, type Row } from '../text/align-rows.ts'
import { cleanLine } from '../text/clean-line.ts'
import { describeTrend, formatDay } from '../text/describe-trend.ts'
import { formatTime } from '../text/format-time.ts'
import { formatVerdict } from '../text/format-verdict.ts'
import type { Paint } from '../text/paint.ts'
import { type StripStyle, stripLegend, verdictStrip } from './verdict-strip.ts'

/** One conversation over its runs: a summary, then each run, newest first. */
export function formatTrend(trend: Trend, style: StripStyle, paint: Paint): string {
  const { suite, name, agent, version, target, id, points } = trend
  const facts = factsOf(trend, paint).map(([label, text]): Row => [{ text: label, paint: paint.dim }, { text }])
  return [
    paint.strong(cleanLine(`${suite} > ${name}`)),
    paint.dim(`${id.slice(0, id.lastIndexOf(' '))}, agent ${agent}, version ${version}, ${target}`),
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
  const { passed, flipped, takes, failing, lastFailure } = describeTrend(trend)
  const facts: [string, string | null][] = [
    ['runs', String(trend.points.length)],
    ['passed', passed],
    ['flipped', `${flipped}${trend.flakiness.flaky ? paint.warn(' flaky') : ''}`],
    ['takes', takes],
    ['failing', failing === null ? null : paint.bad(failing)],
    ['last failure', lastFailure],
  ]
  return facts.filter((fact): fact is [string, string] => fact[1] !== null)
}

function runRow(
  { startedAt, verdict, reason, passed, judged, ms, sessionId, commit, scriptChanged }: TrendPoint,
  paint: Paint,
): Row {
  const note = [reason, scriptChanged ? 'the script changed' : null].filter((each) => each !== null).join('; ')
  return [
    { text: formatDay(startedAt) },
    { text: verdict, paint: () => formatVerdict(verdict, paint) },
    { text: judged > 1 ? `${passed} of ${judged}` : '' },
    { text: formatTime(ms), align: 'right' },
    { text: commit?.slice(0, 7) ?? '', paint: paint.dim },
    { text: sessionId ?? '', paint: paint.dim },
    { text: note },
  ]
}
