import { percentile } from '../../../engine/expect/percentile.ts'
import type { Trend, TrendPoint } from '../../../records/history/trend.ts'
import { type Duration, keyOf } from '../../../records/shards/durations.ts'

/** How long conversations take by their history: the median of the runs that could be judged, over all services. */
export function durationsOfTrends(trends: readonly Trend[]): Duration[] {
  const groups = new Map<string, { trend: Trend; points: TrendPoint[] }>()
  for (const trend of trends) {
    const key = keyOf(trend)
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
