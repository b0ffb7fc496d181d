import { defaultPolicy } from '../../src/compare/gate/gate-policy.ts'
import { callVerdicts } from '../../src/compare/statistics/call-verdicts.ts'
import { chanceOfRegression, findNewFailures, type WayOfFailing } from '../../src/compare/statistics/new-failures.ts'
import { countPairs } from '../../src/compare/statistics/paired-test.ts'
import { poolPasses } from '../../src/compare/statistics/pooled-drop.ts'
import { createPick } from '../corpus/pick.ts'

/** Twenty conversations that fail in several ways, and how much more b fails in the first of them. */
export interface Failing {
  name: string
  /** How often a conversation fails on both sides. */
  rate: (conversation: number) => number
  /** How many ways of failing a conversation has, all equally frequent. */
  ways: number
  /** How much more often b fails in the first way of the first conversation; null for equal sides. */
  more: number | null
  /** Added to each rate in the earlier runs: what has drifted since. */
  drift?: (conversation: number) => number
  /** Both sides run in blocks of this size that share one rate: either twice the usual one or zero. */
  blocks?: number
  /** The number of conversations, if not twenty. */
  conversations?: number
}

const equal = (name: string, ways: number, rate: Failing['rate'], rest: Partial<Failing> = {}): Failing => ({
  ...{ name: `equal sides ${name}`, ways, rate, more: null },
  ...rest,
})
const drop = (ways: number): Failing => ({
  name: `95 % → 75 % in 1, ${ways === 1 ? 'all of its failures alike' : `the drop in one of ${ways} ways`}`,
  rate: (conversation) => (conversation === 0 ? 0.05 : 0.02),
  ways,
  more: 0.2,
})

/** Pass rates from 30 to 100 %, few and many ways, correlated runs, drift; and drops in one conversation. */
export const failing: readonly Failing[] = [
  equal('passing 30 %, in 1 way', 1, () => 0.7),
  equal('passing 50 %, in 4 ways', 4, () => 0.5),
  equal('passing 80 %, in 1 way', 1, () => 0.2),
  equal('passing 80 %, in 4 ways', 4, () => 0.2),
  equal('passing 90 %, in 1 way', 1, () => 0.1),
  equal('passing 95 %, in 1 way', 1, () => 0.05),
  equal('passing 95 %, in 4 ways', 4, () => 0.05),
  equal('passing 98 %, in 2 ways', 2, () => 0.02),
  equal('passing 100 %', 1, () => 0),
  equal('each its own rate, in 4 ways', 4, (conversation) => [0.5, 0.2, 0.05, 0][conversation % 4] ?? 0),
  equal('of which 1 fails in 9 %', 1, (conversation) => (conversation === 0 ? 0.09 : 0)),
  equal('of which 4 fail in 9 %', 1, (conversation) => (conversation < 4 ? 0.09 : 0)),
  equal('of which 8 fail, each way in 9 %', 4, (conversation) => (conversation < 8 ? 0.36 : 0)),
  equal('in runs of five that are alike', 1, () => 0.05, { blocks: 5 }),
  equal('that both fail in 10 % since then, in 1', 1, (conversation) => (conversation < 1 ? 0.1 : 0.02), {
    drift: (conversation) => (conversation < 1 ? -0.09 : 0),
  }),
  equal('that both fail in 10 % since then, in 3', 1, (conversation) => (conversation < 3 ? 0.1 : 0.02), {
    drift: (conversation) => (conversation < 3 ? -0.09 : 0),
  }),
  equal('that both fail in 10 % since then, in all', 1, () => 0.1, { drift: () => -0.08 }),
  drop(1),
  drop(2),
  drop(4),
  drop(8),
]

/** How many earlier runs of each conversation are known. */
export const sizes = [0, 60, 150]

const alpha = 0.05

/** The share of comparisons of 30 pairs whose gate is shut, without and with the rule on new failures. */
export function shutByWays(
  { rate, ways, more, drift = () => 0, blocks = 0, conversations = 20 }: Failing,
  earlier: number,
  seed: number,
  comparisons: number,
): { before: number; after: number } {
  const pick = createPick(seed)
  const draw = (): number => pick(1_000_000) / 1_000_000
  const pairs = 30
  let [before, after] = [0, 0]
  for (let comparison = 0; comparison < comparisons; comparison += 1) {
    const failureWays: WayOfFailing[] = []
    const all = Array.from({ length: conversations }, (_, conversation) => {
      const counts = Array.from({ length: ways }, () => ({ a: 0, b: 0, earlier: 0 }))
      let factor = 1
      const begin = (run: number): void => {
        if (blocks > 0 && run % blocks === 0) factor = draw() < 0.5 ? 2 : 0
      }
      const passes = (side: 'a' | 'b' | 'earlier'): boolean => {
        const usual = Math.max(0, rate(conversation) * factor + (side === 'earlier' ? drift(conversation) : 0))
        const worse = side === 'b' && conversation === 0 ? (more ?? 0) : 0
        const chance = draw()
        if (chance >= usual + worse) return true
        const way = chance < usual ? Math.min(ways - 1, Math.floor((chance / usual) * ways)) : 0
        const count = counts[way]
        if (count !== undefined) count[side] += 1
        return false
      }
      for (let run = 0; run < earlier; run += 1) {
        begin(run)
        passes('earlier')
      }
      const pairOutcomes = Array.from({ length: pairs }, (__, pair): [boolean, boolean] => {
        begin(pair)
        return [passes('a'), passes('b')]
      })
      for (const [way, count] of counts.entries())
        failureWays.push({
          id: String(conversation),
          way: String(way),
          a: { count: count.a, of: pairs },
          b: { count: count.b, of: pairs },
          earlier: earlier === 0 ? null : { count: count.earlier, of: earlier },
        })
      return { pairs: pairOutcomes, byJudges: 0 }
    })
    const { was, is } = judgeShut(all, failureWays)
    if (was) before += 1
    if (is) after += 1
  }
  return { before: before / comparisons, after: after / comparisons }
}

/** Whether the gate is shut, without and with the rule on new failures, as the product judges finished pairs. */
export function judgeShut(
  all: readonly { pairs: [boolean, boolean][]; byJudges: number }[],
  failureWays: readonly WayOfFailing[],
): { was: boolean; is: boolean } {
  const called = callVerdicts(all, { alpha })
  const isSure = (index: number): boolean =>
    called[index]?.verdict === 'regressed' && called[index]?.certainty !== 'unconfirmed'
  const isShut = all.some((_, index) => isSure(index))
  const pooled = poolPasses(all.filter((_, index) => !isSure(index)))
  const was = isShut || (pooled?.p ?? 1) <= (defaultPolicy.allTogether ?? 0)
  const chance = chanceOfRegression(
    all.map((each) => countPairs(each.pairs)),
    alpha,
  )
  const level = (defaultPolicy.newFailures ?? 0) - chance
  const { found } = findNewFailures(
    failureWays.filter(({ id }) => !isSure(Number(id))),
    level,
  )
  return { was, is: was || found.some(({ adjusted }) => adjusted <= level) }
}
