import { count } from '../../base/text/wording.ts'
import type { RunSummary, SideKey } from '../model/conversation-comparison.ts'
import { type Pair, signTest } from './paired-test.ts'

/** Runs that ended in an error: they drop out of the rates, and a side must not profit from that. */
export interface LostRuns {
  /** How many of the runs of each side errored. */
  lost: Record<SideKey, number>
  of: Record<SideKey, number>
  /** One-sided: how often, at most, b loses so many more runs over all conversations if both lose equally often. */
  p: number
  /** The same for the conversation that stands out most, after Bonferroni's correction. */
  single: number
}

type Run = Pick<RunSummary, 'verdict' | 'crash'>
type Runs = Record<SideKey, readonly Run[]>

const isLost = ({ verdict }: Run): boolean => verdict === 'errored'

/** Whether the agent's own code threw, or took too long: an error, or a failure beside a run that passed. */
export const isCrashed = ({ crash }: Run): boolean => crash !== undefined

/** Counts lost runs, or others; if both sides lose equally often, which one of a pair does alone is a coin toss (`poolPasses`). */
export function countLost(conversations: readonly { runs: Runs }[], counts = isLost): LostRuns {
  const [losses, of, alone] = [
    { a: 0, b: 0 },
    { a: 0, b: 0 },
    { a: 0, b: 0 },
  ]
  let single = 1
  for (const { runs } of conversations) {
    const before = { ...alone }
    for (let pair = 0; pair < Math.max(runs.a.length, runs.b.length); pair += 1)
      for (const [side, other] of [
        ['a', 'b'],
        ['b', 'a'],
      ] as const) {
        const [run, beside] = [runs[side][pair], runs[other][pair]]
        if (run === undefined) continue
        of[side] += 1
        if (!counts(run)) continue
        losses[side] += 1
        if (beside === undefined || !counts(beside)) alone[side] += 1
      }
    single = Math.min(single, conversations.length * signTest(alone.a - before.a, alone.b - before.b))
  }
  return { lost: losses, of, p: signTest(alone.a, alone.b), single }
}

/** The pairs with lost runs as failures, without those both lost: erring instead of failing is no improvement. */
export function pairsWithLost({ a, b }: Runs): Pair[] {
  if (![...a, ...b].some(isLost)) return []
  const isKnown = (run: Pick<RunSummary, 'verdict'>): boolean =>
    run.verdict === 'passed' || run.verdict === 'failed' || isLost(run)
  return a.flatMap((run, pair): Pair[] => {
    const other = b[pair]
    if (other === undefined || !isKnown(run) || !isKnown(other) || (isLost(run) && isLost(other))) return []
    return [[run.verdict === 'passed', other.verdict === 'passed']]
  })
}

/** `20 of 60 runs on draft could not be judged`, for each side that lost runs. */
export function describeLost({ lost, of }: Pick<LostRuns, 'lost' | 'of'>, labels: Record<SideKey, string>): string[] {
  return (['a', 'b'] as const).flatMap((side) =>
    lost[side] === 0 ? [] : [`${lost[side]} of ${count(of[side], 'run')} on ${labels[side]} could not be judged`],
  )
}
