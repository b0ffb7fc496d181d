import { intervalWhenever } from '../../base/rate-interval.ts'
import type { Flakiness, TrendPoint } from './trend.ts'

/** How often the verdict of a conversation turned though its script stayed the same (see `Flakiness`). Points are oldest first. */
export function measureFlakiness(points: readonly TrendPoint[]): Flakiness {
  const mixed = points.filter(({ passed, judged }) => passed > 0 && passed < judged).length
  const repeated = points.filter(({ judged }) => judged > 1).length
  const turns = countTurns(points)
  const flips = mixed + turns.flips
  const chances = repeated + turns.chances
  return {
    flips,
    chances,
    rate: chances === 0 ? null : flips / chances,
    interval: chances === 0 ? null : intervalWhenever(flips, chances),
    flaky: mixed > 0 || turns.thereAndBack,
  }
}

/** Passed, or failed whether or not it was expected to; null for a run that says neither. */
export function sideOf({ verdict }: Pick<TrendPoint, 'verdict'>): 'passed' | 'failed' | null {
  if (verdict === 'passed') return 'passed'
  return verdict === 'failed' || verdict === 'expected fail' ? 'failed' : null
}

/** Neighbouring judged runs of one script that disagree. What could not be judged in between is passed over. */
function countTurns(points: readonly TrendPoint[]): { flips: number; chances: number; thereAndBack: boolean } {
  const counted = { flips: 0, chances: 0, thereAndBack: false }
  let before: { side: string; script: string | null; flips: number } | null = null
  for (const point of points) {
    const side = sideOf(point)
    if (side === null) continue
    if (before === null || before.script !== point.script) {
      before = { side, script: point.script, flips: 0 }
      continue
    }
    counted.chances += 1
    if (side !== before.side) {
      counted.flips += 1
      before.flips += 1
    }
    counted.thereAndBack ||= before.flips > 1
    before.side = side
  }
  return counted
}
