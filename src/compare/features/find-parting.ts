import { countValues } from '../../base/group-by.ts'
import type { Parting } from '../model/feature-evidence.ts'
import { valuesIn } from './compare-pairs.ts'
import { countSides, howFarApart, isBeyondChance } from './distance/how-far-apart.ts'
import { describeParted } from './parting-cause.ts'
import type { AspectPair, AspectValue, RunAspects } from './read-aspects.ts'

/** With fewer differing pairs, a difference cannot be told from chance. */
const fewestPairs = 2

/** The least distance for a difference to count: a quarter is one side doing it in half of its runs more. */
const leastApart = 0.25

/** The turn from which sides differ beyond their own variation in most differing pairs; null with fewer than two. */
export function findParting(pairs: readonly AspectPair[]): Parting | null {
  const sights = listSeen(pairs)
  const apart = new Map([...sights].map(([key, { a, b }]) => [key, howFarApart(countSides(a, b))]))
  const greatest = Math.max(0, ...apart.values())
  const telling = new Set(
    [...sights].flatMap(([key, { a, b }]) => {
      const far = apart.get(key) ?? 0
      return far > leastApart && far >= greatest / 2 && isBeyondChance(countSides(a, b)) ? [key] : []
    }),
  )
  const firsts = pairs.flatMap((_, index) => {
    const differing = [...sights].filter(([key, { a, b }]) => {
      const [one, other] = [a[index] ?? null, b[index] ?? null]
      return telling.has(key) && one !== null && other !== null && one !== other
    })
    return differing.length === 0 ? [] : [Math.min(...differing.map(([, { turn }]) => turn))]
  })
  const [most] = [...countValues(firsts)].sort(([one, times], [other, more]) => more - times || one - other)
  if (most === undefined || most[1] < fewestPairs) return null
  const [turn] = most
  return { turn, pairs: most[1], of: firsts.length, first: describeParted(pairs, turn, telling) }
}

/** What each side's runs show in one aspect of a turn, pair by pair; null where there is nothing to compare. */
interface SeenInTurn {
  turn: number
  a: (string | null)[]
  b: (string | null)[]
}

/** All by which runs may differ in each turn, by turn and aspect, also that it passes and that it is reached. */
function listSeen(pairs: readonly AspectPair[]): Map<string, SeenInTurn> {
  const runs = pairs.flatMap(({ a, b }) => [a, b])
  const aspects = new Map<number, Map<string, AspectValue>>()
  for (const { turns } of runs)
    for (const [turn, own] of turns) aspects.set(turn, new Map([...(aspects.get(turn) ?? []), ...own]))
  const sights = new Map<string, SeenInTurn>()
  const add = (turn: number, key: string, read: (run: RunAspects) => string | null): void => {
    const [a, b] = [pairs.map((pair) => read(pair.a)), pairs.map((pair) => read(pair.b))]
    if (new Set([...a, ...b].filter((value) => value !== null)).size > 1) sights.set(`${turn} ${key}`, { turn, a, b })
  }
  for (const [turn, some] of aspects) {
    add(turn, 'reached', (run) => (run.turns.has(turn) || run.unjudged.has(turn) ? 'yes' : run.ended ? 'no' : null))
    add(turn, 'passed', (run) => (!run.turns.has(turn) ? null : run.failed.has(turn) ? 'no' : 'yes'))
    for (const [key, each] of some)
      add(turn, key, ({ turns }) => {
        const own = turns.get(turn)
        const values = own === undefined ? null : valuesIn(own, own.get(key), each)
        return values === null ? null : JSON.stringify(values)
      })
  }
  return sights
}
