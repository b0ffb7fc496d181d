import { remembering } from '../../../base/memoize.ts'
import { listSplits } from './permutation-test.ts'

/** For each value, how many runs of each side show it. */
export type CountOfSides = readonly (readonly [a: number, b: number])[]

/** Counts the values of the runs of each side; a null, where there was nothing to compare, is not counted. */
export function countSides(a: readonly (string | null)[], b: readonly (string | null)[]): CountOfSides {
  const counts = new Map<string, [number, number]>()
  for (const [side, values] of [a, b].entries())
    for (const value of values) {
      if (value === null) continue
      const count = counts.get(value) ?? [0, 0]
      counts.set(value, count)
      count[side === 0 ? 0 : 1] += 1
    }
  return [...counts.values()]
}

/** How much more often runs of different sides differ than of one, 0 to 1; an unbiased estimate. */
export function howFarApart(counts: CountOfSides): number {
  let [runsA, runsB, alike, alikeA, alikeB] = [0, 0, 0, 0, 0]
  for (const [a, b] of counts) {
    runsA += a
    runsB += b
    alike += a * b
    alikeA += a * (a - 1)
    alikeB += b * (b - 1)
  }
  if (runsA < 2 || runsB < 2) return 0
  const within = (alikeA / (runsA * (runsA - 1)) + alikeB / (runsB * (runsB - 1))) / 2
  return within - alike / (runsA * runsB)
}

/** At most this share of the splits of the runs into two sides may set them as far apart. */
const mostByChance = 0.15

/** Whether few splits set the sides as far apart; with very few runs, only the true one and its mirror may. */
export function isBeyondChance(counts: CountOfSides): boolean {
  return isBeyondKnown(counts.map(String).sort().join(' '))
}

/** Cached, since the same counts recur again and again. */
const isBeyondKnown = remembering(20_000, (text) => {
  const counts = text.split(' ').map((each): [number, number] => {
    const [a = 0, b = 0] = each.split(',').map(Number)
    return [a, b]
  })
  const runs = (side: 0 | 1): number[] => counts.flatMap((each, value) => new Array<number>(each[side]).fill(value))
  const [a, all] = [runs(0), [...runs(0), ...runs(1)]]
  const distance = howFarApart(counts)
  const splits = listSplits(all.length, a.length)
  const asFar = splits.filter((split) => {
    const dealt = counts.map(([inA, inB]): [number, number] => [0, inA + inB])
    for (const index of split) {
      const count = dealt[all[index] ?? 0]
      if (count === undefined) continue
      count[0] += 1
      count[1] -= 1
    }
    return howFarApart(dealt) >= distance - 1e-9
  })
  return asFar.length <= Math.max(2, mostByChance * splits.length)
})
