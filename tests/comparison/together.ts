import { defaultPolicy } from '../../src/compare/gate/gate-policy.ts'
import { callVerdicts } from '../../src/compare/statistics/call-verdicts.ts'
import { poolPasses } from '../../src/compare/statistics/pooled-drop.ts'
import { drawPasses } from './simulate.ts'

/** Twenty conversations: how often each passes on both sides, and how many are worse on b, and by how much. */
export interface Together {
  name: string
  rate: (conversation: number, pair: number) => number
  /** How often the worse ones pass on b, and how many of the twenty they are. */
  worse: { on: number; conversations: number } | null
}

const mixed = [0.5, 0.8, 0.95, 1]
const equal = (name: string, rate: Together['rate']): Together => ({ name, rate, worse: null })
const drop = (a: number, b: number, conversations: number): Together => ({
  name: `${a * 100} % → ${b * 100} % in ${conversations === 20 ? 'all' : conversations}`,
  rate: () => a,
  worse: { on: b, conversations },
})

export const together: readonly Together[] = [
  equal('equal sides passing 50 %', () => 0.5),
  equal('equal sides passing 80 %', () => 0.8),
  equal('equal sides passing 95 %', () => 0.95),
  equal('equal sides, each conversation its own rate', (conversation) => mixed[conversation % mixed.length] ?? 1),
  equal('equal sides, service up and down', (_, pair) => (pair % 4 < 2 ? 0.9 : 0.4)),
  drop(1, 0.95, 20),
  drop(0.95, 0.9, 20),
  drop(0.9, 0.8, 20),
  drop(0.95, 0.75, 5),
  drop(0.95, 0.75, 1),
]

/** How many pairs each conversation runs. */
export const counts = [3, 5, 10, 30]

const conversations = 20

/**
 * The share of comparisons whose gate is shut: by certain verdicts of single conversations alone, and
 * together with the rule on all conversations.
 */
export function shutRates(
  { rate, worse }: Together,
  pairs: number,
  seed: number,
  comparisons: number,
): { before: number; after: number } {
  const passes = drawPasses(seed)
  let [before, after] = [0, 0]
  for (let comparison = 0; comparison < comparisons; comparison += 1) {
    const all = Array.from({ length: conversations }, (_, conversation) => {
      const isWorse = worse !== null && conversation < worse.conversations
      const pairOutcomes = Array.from({ length: pairs }, (__, pair): [boolean, boolean] => {
        const usual = rate(conversation, pair)
        return [passes(usual), passes(isWorse ? worse.on : usual)]
      })
      return { pairs: pairOutcomes, byJudges: 0 }
    })
    const called = callVerdicts(all, { alpha: 0.05 })
    const isSure = (index: number): boolean =>
      called[index]?.verdict === 'regressed' && called[index]?.certainty !== 'unconfirmed'
    const isShut = all.some((_, index) => isSure(index))
    const pooled = poolPasses(all.filter((_, index) => !isSure(index)))
    if (isShut) before += 1
    if (isShut || (pooled?.p ?? 1) <= (defaultPolicy.allTogether ?? 0)) after += 1
  }
  return { before: before / comparisons, after: after / comparisons }
}
