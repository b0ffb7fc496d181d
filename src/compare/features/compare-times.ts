import type { Aspect, TimesSeen } from '../model/feature-evidence.ts'
import { type AspectPair, keyOfAspect } from './read-aspects.ts'

/** The mean of each kind of time over the places that both runs have, overall and by turn. */
export function compareTimes({ a, b }: AspectPair): (Pick<TimesSeen, 'a' | 'b' | 'turns'> & { aspect: Aspect })[] {
  const sums = new Map<string, { aspect: Aspect; all: SumOfTimes; byTurn: Map<number, SumOfTimes> }>()
  for (const [place, { aspect, turn, ms }] of a.times) {
    const other = b.times.get(place)
    if (other === undefined) continue
    const key = keyOfAspect(aspect)
    const sum = sums.get(key) ?? { aspect, all: noTimes, byTurn: new Map() }
    sums.set(key, { ...sum, all: addTimes(sum.all, ms, other.ms) })
    sum.byTurn.set(turn, addTimes(sum.byTurn.get(turn) ?? noTimes, ms, other.ms))
  }
  return [...sums.values()].map(({ aspect, all, byTurn }) => ({
    aspect,
    ...meanOf(all),
    ...(byTurn.size < 2
      ? {}
      : {
          turns: [...byTurn].map(([turn, sum]): [number, number, number] => {
            const mean = meanOf(sum)
            return [turn, mean.a, mean.b]
          }),
        }),
  }))
}

interface SumOfTimes {
  a: number
  b: number
  count: number
}

const noTimes: SumOfTimes = { a: 0, b: 0, count: 0 }

function addTimes(sum: SumOfTimes, a: number, b: number): SumOfTimes {
  return { a: sum.a + a, b: sum.b + b, count: sum.count + 1 }
}

function meanOf({ a, b, count }: SumOfTimes): { a: number; b: number } {
  return { a: a / count, b: b / count }
}
