import { intervalWhenever } from '../../base/rate-interval.ts'
import type { HistorySubject } from './history-run.ts'
import { measureDuration } from './measure-duration.ts'
import { measureFlakiness, sideOf } from './measure-flakiness.ts'
import type { Trend, TrendPoint } from './trend.ts'

/** The trend of one conversation from its points, oldest first. `whole`: there are no older ones. */
export function buildTrend(
  subject: HistorySubject & { id: string },
  points: readonly Omit<TrendPoint, 'scriptChanged'>[],
  whole: boolean,
): Trend {
  const marked = points.map((point, index) => {
    const before = points[index - 1]
    return { ...point, scriptChanged: before !== undefined && before.script !== point.script }
  })
  const passed = points.reduce((sum, point) => sum + point.passed, 0)
  const judged = points.reduce((sum, point) => sum + point.judged, 0)
  return {
    ...subject,
    points: marked,
    pass: { passed, judged, interval: judged === 0 ? null : intervalWhenever(passed, judged) },
    flakiness: measureFlakiness(marked),
    duration: measureDuration(marked),
    lastFailure: lastFailure(marked),
    failingSince: failingSince(marked, whole),
  }
}

const fails = (point: TrendPoint): boolean => sideOf(point) === 'failed' || point.verdict === 'flaky'

function lastFailure(points: readonly TrendPoint[]): Trend['lastFailure'] {
  const last = points.findLast(fails)
  if (last === undefined) return null
  const { startedAt, reason, commit, sessionId } = last
  return { startedAt, reason, commit, sessionId }
}

/** Runs that could not be judged neither begin nor end it. */
function failingSince(points: readonly TrendPoint[], whole: boolean): Trend['failingSince'] {
  const judged = points.filter((point) => sideOf(point) !== null || fails(point))
  const passedAt = judged.findLastIndex((point) => !fails(point))
  const failing = judged.slice(passedAt + 1)
  const [first] = failing
  if (first === undefined) return null
  const { startedAt, commit } = first
  return { startedAt, commit, runs: failing.length, atLeast: passedAt === -1 && !whole }
}
