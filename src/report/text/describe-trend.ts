import { count } from '../../base/text/wording.ts'
import { describeCauses } from '../../engine/verdict/cause-kind.ts'
import type { Trend, TrendPoint } from '../../records/history/trend.ts'
import { formatInterval, formatRate, formatTime } from './figures.ts'

/** A trend in words; members are null if there is nothing to say. */
export interface DescribedTrend {
  passed: string
  flipped: string
  /** `3 agent, 1 network`: the runs that went wrong, by cause. */
  causes: string | null
  takes: string | null
  /** As `describeFailing` has it. */
  failing: string | null
  lastFailure: string | null
}

/** Describes a trend: rates with their intervals, times, and the start of a failing streak. */
export function describeTrend(trend: Trend): DescribedTrend {
  const { pass, flakiness, duration, failingSince, lastFailure } = trend
  const { flips, chances, rate, interval } = flakiness
  return {
    passed:
      pass.interval === null
        ? 'nothing was judged'
        : `${pass.passed} of ${pass.judged}, the rate is ${formatInterval(pass.interval)}`,
    flipped:
      rate === null || interval === null
        ? 'too few runs to say'
        : `${flips} of ${chances} times, ${formatRate(rate)} (${formatInterval(interval)})`,
    causes: listCauses(trend),
    takes: duration.meanMs === null ? null : `${formatTime(duration.meanMs)}${describeTurns(duration)}`,
    failing: failingSince === null ? null : describeFailing(failingSince),
    lastFailure:
      lastFailure === null
        ? null
        : [formatDay(lastFailure.startedAt), lastFailure.reason].filter((each) => each !== null).join(', '),
  }
}

/** `3 agent, 1 network; of the flips 2 agent`: the causes of failures, and of flips. */
function listCauses({ points, flakiness }: Trend): string | null {
  const flips = flakiness.causes.map(([kind, count]) => `${count} ${kind}`).join(', ')
  const causes = describeCauses(points.map(({ cause }) => cause))
  return causes === null || flips === '' ? causes : `${causes}; of the flips ${flips}`
}

/** `since 2026-11-20 09:03Z (3 runs)`, or `since the agent changed, 2026-11-20 09:03Z (3 runs)`. */
export function describeFailing({ startedAt, runs, atLeast, changed }: NonNullable<Trend['failingSince']>): string {
  const since = changed.length === 0 ? 'since' : `since the ${changed.join(' and the ')} changed,`
  return `${since} ${formatDay(startedAt)}${atLeast ? ' or longer' : ''} (${count(runs, 'run')})`
}

/** `the script and the agent changed`: what was not the same in the run before; null where both were. */
export function describeChange({ scriptChanged, agentChanged }: TrendPoint): string | null {
  const changed = [...(scriptChanged ? ['the script'] : []), ...(agentChanged ? ['the agent'] : [])]
  return changed.length === 0 ? null : `${changed.join(' and ')} changed`
}

/** `2026-11-20 09:03Z`: in UTC, so that it reads the same everywhere. */
export function formatDay(iso: string): string {
  return `${iso.slice(0, 16).replace('T', ' ')}Z`
}

function describeTurns({ p95TurnMs, direction, change }: Trend['duration']): string {
  const turns = p95TurnMs === null ? '' : `, p95 of its turns ${formatTime(p95TurnMs)}`
  const moved =
    direction === null || direction === 'steady' || change === null
      ? ''
      : `, ${formatRate(Math.abs(change))} ${direction} over these runs`
  return `${turns}${moved}`
}
