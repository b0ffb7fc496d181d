import { medianDifference } from '../statistics/intervals.ts'
import type { PooledFeature } from './pool-features.ts'

/** A time must differ by at least this much to be reported: as a share of what it was, and in milliseconds. */
const [leastShare, leastMs] = [0.05, 10]

/** How much a time differs over pairs of runs, in milliseconds. */
export interface TimesDiffer {
  a: number
  b: number
  difference: number
  interval: [from: number, to: number] | null
}

/** The medians of the times and of their differences. */
export function describeTimes(times: readonly { a: number; b: number }[]): TimesDiffer {
  const [a, b] = [times.map((time) => time.a), times.map((time) => time.b)]
  const { difference, interval } = medianDifference(a, b)
  return { a: middle(a), b: middle(b), difference: difference ?? 0, interval }
}

/** Whether a difference is large enough to be reported. */
export function isNotable({ a, difference }: Pick<TimesDiffer, 'a' | 'difference'>): boolean {
  return Math.abs(difference) >= Math.max(leastMs, leastShare * a)
}

/** The only turns (from 0) in which a time surely differs, and by how much; null for all of them, or where unknown. */
export function findTurnsThatDiffer(
  times: PooledFeature['times'],
  { difference }: TimesDiffer,
): { turns: number[]; differ: TimesDiffer } | null {
  const places = new Set(times.flatMap(({ turns = [] }) => turns.map(([turn]) => turn)))
  const over = (isIn: (turn: number) => boolean): TimesDiffer =>
    describeTimes(
      times.flatMap(({ turns = [] }) => {
        const some = turns.filter(([turn]) => isIn(turn))
        return some.length === 0 ? [] : [{ a: mean(some.map(([, a]) => a)), b: mean(some.map(([, , b]) => b)) }]
      }),
    )
  const turns = [...places]
    .filter((turn) => {
      const own = over((each) => each === turn)
      return own.difference * difference > 0 && isNotable(own) && isSure(own)
    })
    .sort((one, other) => one - other)
  if (turns.length === 0 || turns.length === places.size) return null
  const rest = over((turn) => !turns.includes(turn))
  if (isNotable(rest) && isSure(rest)) return null
  return { turns, differ: over((turn) => turns.includes(turn)) }
}

const isSure = ({ interval }: TimesDiffer): boolean => interval !== null && interval[0] * interval[1] > 0

const mean = (numbers: readonly number[]): number => numbers.reduce((sum, each) => sum + each, 0) / numbers.length

function middle(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((one, other) => one - other)
  const at = (index: number): number => sorted[index] ?? 0
  return (at(Math.floor((sorted.length - 1) / 2)) + at(Math.floor(sorted.length / 2))) / 2
}
