import { defaultPolicy } from '../../src/compare/gate/gate-policy.ts'
import { callVerdicts } from '../../src/compare/statistics/call-verdicts.ts'
import { chanceOfRegression, findNewFailures, type WayOfFailing } from '../../src/compare/statistics/new-failures.ts'
import { countPairs } from '../../src/compare/statistics/paired-test.ts'
import { poolPasses } from '../../src/compare/statistics/pooled-drop.ts'
import { createPick } from '../corpus/pick.ts'

/** Twenty conversations that fail in several ways, and what b does worse in the first of them. */
export interface Failing {
  name: string
  /** How often a conversation fails on a side; `run` counts from before the first of the earlier runs. */
  rate: (conversation: number, run: number) => number
  /** How many ways of failing a conversation has, all as frequent. */
  ways: number
  /** How much more often b fails in the first way of the first conversation; 0 for equal sides. */
  more: number
  /** Added to each rate in the earlier runs: what drifted since. */
  drift?: (conversation: number) => number
  /** Runs come in blocks of this many that share one rate, twice the usual or none. */
  blocks?: number
}

export const level = Number(process.env.LEVEL ?? 0.04)

/** The share of comparisons whose gate is shut, by the rules there were, and with new failures as well; and by the latter alone. */
export function shutByWays(
  { rate, ways, more, drift = () => 0, blocks = 0 }: Failing,
  { pairs, earlier, seed, comparisons }: { pairs: number; earlier: number; seed: number; comparisons: number },
): { before: number; after: number; alone: number } {
  const pick = createPick(seed)
  const draw = (): number => pick(1_000_000) / 1_000_000
  let [before, after, alone] = [0, 0, 0]
  for (let comparison = 0; comparison < comparisons; comparison += 1) {
    const units: WayOfFailing[] = []
    const all = Array.from({ length: 20 }, (_, conversation) => {
      const counts = Array.from({ length: ways }, () => ({ a: 0, b: 0, earlier: 0 }))
      let factor = 1
      const runOf = (side: 'a' | 'b' | 'earlier', run: number): boolean => {
        const usual = Math.max(0, rate(conversation, run) * factor + (side === 'earlier' ? drift(conversation) : 0))
        const worse = side === 'b' && conversation === 0 ? more : 0
        const drawn = draw()
        if (drawn >= usual + worse) return true
        const way = drawn < usual ? Math.min(ways - 1, Math.floor((drawn / usual) * ways)) : 0
        const count = counts[way]
        if (count !== undefined) count[side] += 1
        return false
      }
      for (let run = 0; run < earlier; run += 1) {
        if (blocks > 0 && run % blocks === 0) factor = draw() < 0.5 ? 2 : 0
        runOf('earlier', run - earlier)
      }
      const pairsDrawn = Array.from({ length: pairs }, (__, pair): [boolean, boolean] => {
        if (blocks > 0 && pair % blocks === 0) factor = draw() < 0.5 ? 2 : 0
        return [runOf('a', pair), runOf('b', pair)]
      })
      for (const [way, count] of counts.entries())
        units.push({
          id: String(conversation),
          way: String(way),
          a: { count: count.a, of: pairs },
          b: { count: count.b, of: pairs },
          earlier: earlier === 0 ? null : { count: count.earlier, of: earlier },
        })
      return { pairs: pairsDrawn, byJudges: 0 }
    })
    const called = callVerdicts(all, { alpha: 0.05 })
    const isSure = (index: number): boolean =>
      called[index]?.verdict === 'regressed' && called[index]?.certainty !== 'unconfirmed'
    const isShut = all.some((_, index) => isSure(index))
    const pooled = poolPasses(all.filter((_, index) => !isSure(index)))
    const was = isShut || (pooled?.p ?? 1) <= (defaultPolicy.allTogether ?? 0)
    const left =
      level -
      chanceOfRegression(
        all.map((each) => countPairs(each.pairs)),
        0.05,
      )
    const found = findNewFailures(
      units.filter(({ id }) => !isSure(Number(id))),
      left,
    ).found.some(({ adjusted }) => adjusted <= left)
    if (was) before += 1
    if (was || found) after += 1
    if (found) alone += 1
  }
  return { before: before / comparisons, after: after / comparisons, alone: alone / comparisons }
}
