import { percentile } from '../../engine/expect/percentile.ts'
import { sideOf } from './measure-flakiness.ts'
import type { DurationTrend, TrendPoint } from './trend.ts'

/** Fewer runs than this say nothing about a direction; more than the last of them make it slow and no better. */
const [fewest, most] = [8, 60]

/** Beyond this many standard deviations a direction is hardly chance (1 in 100, two-sided), and below this share nobody minds. */
const [sure, worthwhile] = [2.576, 0.1]

/** Whether a conversation gets slower: Kendall's rank test against time, and Theil and Sen's slope. Points are oldest first. */
export function measureDuration(points: readonly TrendPoint[]): DurationTrend {
  const judged = points.filter((point) => sideOf(point) !== null || point.verdict === 'flaky')
  const times = judged.map(({ p95TurnMs }) => p95TurnMs).filter((ms) => ms !== null)
  const meanMs = judged.length === 0 ? null : judged.reduce((sum, { ms }) => sum + ms, 0) / judged.length
  return { meanMs, p95TurnMs: percentile(times, 0.5), ...directionOf(times.slice(-most)) }
}

function directionOf(times: readonly number[]): Pick<DurationTrend, 'direction' | 'change'> {
  const count = times.length
  if (count < fewest) return { direction: null, change: null }
  const slopes: number[] = []
  let score = 0
  for (const [later, time] of times.entries()) {
    for (const [earlier, before] of times.slice(0, later).entries()) {
      score += Math.sign(time - before)
      slopes.push((time - before) / (later - earlier))
    }
  }
  const deviation = Math.sqrt((count * (count - 1) * (2 * count + 5)) / 18)
  const slope = percentile(slopes, 0.5) ?? 0
  const middle = percentile(times, 0.5) ?? 0
  const start = middle - (slope * (count - 1)) / 2
  const change = (slope * (count - 1)) / Math.max(start, middle / 10, 1)
  const told = (Math.abs(score) - 1) / deviation > sure && Math.abs(change) >= worthwhile
  return { direction: !told ? 'steady' : change > 0 ? 'slower' : 'faster', change }
}
