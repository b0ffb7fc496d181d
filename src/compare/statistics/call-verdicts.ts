import { binomialAtMost } from '../../base/binomial.ts'
import type {
  Certainty,
  ComparisonVerdict,
  JudgeEvidence,
  NoiseFloor,
  PassStatistics,
} from '../model/comparison-verdict.ts'
import { whenever } from './betting.ts'
import { passInterval } from './intervals.ts'
import { chanceByJudge } from './judge-error.ts'
import {
  adjustByHolm,
  breakOf,
  countPairs,
  endingChance,
  type Pair,
  type PairCounts,
  pairedTest,
} from './paired-test.ts'

/** The judged pairs of one conversation. `id` finds it in the noise floor. */
export interface PairedConversation {
  id?: string
  pairs: readonly Pair[]
  /** The pairs with lost runs counted as failures (`pairsWithLost`). @default [] where no run was lost */
  withLost?: readonly Pair[]
  /** What in it rests on judges alone. */
  judges?: JudgeEvidence | null
}

/** How certain verdicts have to be. */
export interface CallingSettings {
  /** The highest rate at which a comparison of equal sides may call any difference: 0.05 for one in twenty. */
  alpha: number
  /** Null, or left out, where the noise was not measured. */
  noise?: NoiseFloor | null
  /**
   * How many times verdicts are checked in all, when pairs are added in between; any value above 1 stands for
   * any number of checks. @default 1
   */
  looks?: number
  /** How many conversations might have been judged, where that is more. @default as many as were */
  tests?: number
}

/** What a conversation's pass rates say. Whether its behaviour *changed* is decided elsewhere. */
export interface CalledVerdict {
  verdict: Exclude<ComparisonVerdict, 'changed'>
  certainty: Certainty | null
  /** Null where no pair was judged; the verdict is then *not comparable*. */
  pass: PassStatistics | null
  /** True where a difference was not called because the agent differs as much from itself. */
  withinNoise: boolean
  /** True where a difference is *unconfirmed* because the error of judges explains it. */
  byJudges?: true
  /** True where an improvement was not called because it disappears once lost runs count as failures. */
  byLost?: true
}

/**
 * Calls the verdict of every conversation of a comparison, in order. Hard breaks and statistical differences
 * come from one test (`pairedTest`) with one correction over all conversations (`adjustByHolm`), so the chance
 * of even one wrong call in a comparison, of either kind, is at most `alpha`. Where pairs are added along the
 * way, the test is one that holds whenever one stops (`whenever`), for any rule by which pairs are added.
 * Breaks in too few pairs are *unconfirmed* and have no such guarantee.
 */
export function callVerdicts(
  conversations: readonly PairedConversation[],
  { alpha, noise = null, looks = 1, tests: most = 0 }: CallingSettings,
): CalledVerdict[] {
  const judged = conversations
    .filter(({ pairs }) => pairs.length > 0)
    .map((conversation) => ({ conversation, counts: countPairs(conversation.pairs) }))
  const chances = judged.map(({ conversation, counts }) =>
    looks === 1 ? pairedTest(counts) : whenever(conversation.pairs),
  )
  const tests = Math.max(most, judged.length)
  const adjusted = adjustByHolm(chances, tests)
  const ofJudges = judged.filter(({ conversation }) => conversation.judges != null)
  const byJudges = { conversations: ofJudges.length, tests, looks }
  const rateOf = noise === null || noise.pairs === 0 ? null : noiseRate(noise)
  const called = new Map(
    judged.map(({ conversation, counts }, index): [PairedConversation, CalledVerdict] => {
      const pass = measurePasses(counts, { p: chances[index] ?? 1, adjusted: adjusted[index] ?? 1, looks })
      const first = callVerdict(pass, alpha, rateOf, conversation.id)
      const verdict = first.verdict === 'improved' ? gainWithLost(first, conversation, { alpha, looks, tests }) : first
      const isDoubted = mayBeJudges(conversation, verdict, alpha, byJudges)
      return [conversation, isDoubted ? { ...verdict, certainty: 'unconfirmed', byJudges: true } : verdict]
    }),
  )
  return conversations.map((conversation) => called.get(conversation) ?? notComparable)
}

/** The highest rate at which two runs of one agent can differ: that of one that passes half of the time. */
const most = 0.5

/** The share of pairs in which an agent may differ from itself, by id: a half if it did, else the floor's upper end. */
export function noiseRate(floor: NoiseFloor): (id: string | undefined) => number {
  const noisy: ReadonlySet<string | undefined> = new Set(floor.conversations)
  const usual = upperEnd(floor.discordant, floor.pairs)
  return (id) => (noisy.has(id) ? most : usual)
}

/** The highest rate at which `count` or fewer occur more often than once in twenty; at most `most`. */
function upperEnd(count: number, of: number): number {
  let [low, high] = [0, most]
  for (let step = 0; step < 40; step += 1) {
    const middle = (low + high) / 2
    if (binomialAtMost(count, of, middle) > 0.05) low = middle
    else high = middle
  }
  return high
}

const notComparable: CalledVerdict = { verdict: 'not comparable', certainty: null, pass: null, withinNoise: false }

/** The verdict of one conversation; `rateOf` gives how often its pairs differ anyway, null where unknown. */
function callVerdict(
  pass: PassStatistics,
  alpha: number,
  rateOf: ReturnType<typeof noiseRate> | null,
  id: string | undefined,
): CalledVerdict {
  const certainty = certaintyOf(pass, alpha)
  const isAlike = pass.bothPassed === pass.pairs || pass.neitherPassed === pass.pairs
  if (certainty === null) return { verdict: isAlike ? 'same' : 'flaky', certainty, pass, withinNoise: false }
  const difference = pass.onlyB - pass.onlyA
  const explained = rateOf !== null && chanceByNoise(difference, pass.pairs, rateOf(id)) > alpha
  if (explained && certainty !== 'hard break') return { verdict: 'flaky', certainty: null, pass, withinNoise: true }
  return { verdict: difference < 0 ? 'regressed' : 'improved', certainty, pass, withinNoise: false }
}

function certaintyOf(pass: PassStatistics, alpha: number): Certainty | null {
  const sure = pass.adjusted <= alpha
  if (breakOf(pass) !== null) return sure ? 'hard break' : 'unconfirmed'
  return sure ? 'statistical' : null
}

/** Whether judges may explain it: they alone tell the sides apart, errors are probable, and nothing else is sure. */
function mayBeJudges(
  { judges, pairs }: PairedConversation,
  { certainty, pass }: CalledVerdict,
  alpha: number,
  { conversations, tests, looks }: { conversations: number; tests: number; looks: number },
): boolean {
  if (judges == null || certainty === null || pass === null) return false
  if (Math.min(1, conversations * chanceByJudge(judges)) <= alpha) return false
  const isWorse = pass.effect < 0
  const rest = {
    pairs: pairs.length,
    onlyA: pass.onlyA - (isWorse ? judges.onlyA : 0),
    onlyB: pass.onlyB - (isWorse ? 0 : judges.onlyB),
  }
  const same = Math.sign(rest.onlyB - rest.onlyA) === Math.sign(pass.effect)
  return !same || Math.min(1, tests * endingChance(rest, looks)) > alpha
}

/** An improvement in view of lost runs: *flaky* if these may explain it, and no hard break if b lost some. */
function gainWithLost(
  called: CalledVerdict,
  { withLost = [] }: PairedConversation,
  { alpha, looks, tests }: { alpha: number; looks: number; tests: number },
): CalledVerdict {
  const counts = countPairs(withLost)
  const isSure = counts.onlyB > counts.onlyA && Math.min(1, tests * endingChance(counts, looks)) <= alpha
  if (withLost.length > 0 && !isSure)
    return { verdict: 'flaky', certainty: null, pass: called.pass, withinNoise: false, byLost: true }
  const always = withLost.every(([, passedB]) => passedB)
  return called.certainty === 'hard break' && !always ? { ...called, certainty: 'statistical' } : called
}

/** For the interval where pairs are added: doublings from one pair to the most; checks between see nearly the same. */
const stops = 6

/** The statistics of at least one pair, with its chances before and after correction; `looks` as in `callVerdicts`. */
function measurePasses(
  counts: PairCounts,
  { p, adjusted, looks = 1 }: { p: number; adjusted: number; looks?: number },
): PassStatistics {
  // Destructured one by one: spreading the object takes ten times as long as everything else here.
  const { pairs, bothPassed, onlyA, onlyB, neitherPassed } = counts
  const effect = (onlyB - onlyA) / pairs
  const breakRisk = breakOf(counts) === null ? null : 4 ** -pairs
  const interval = passInterval(counts, looks === 1 ? 1 : stops)
  return { pairs, bothPassed, onlyA, onlyB, neitherPassed, effect, interval, p, adjusted, breakRisk }
}

/** The chance that an agent whose pairs differ at `rate` differs from itself by `difference`; worst at a half. */
export function chanceByNoise(difference: number, pairs: number, rate: number): number {
  let chances = [1]
  for (let pair = 0; pair < pairs; pair += 1) {
    const next: number[] = []
    for (const [index, chance] of chances.entries()) {
      next[index] = (next[index] ?? 0) + (chance * rate) / 2
      next[index + 1] = (next[index + 1] ?? 0) + chance * (1 - rate)
      next[index + 2] = (chance * rate) / 2
    }
    chances = next
  }
  let total = 0
  for (const [index, chance] of chances.entries()) if (Math.abs(index - pairs) >= Math.abs(difference)) total += chance
  return Math.min(1, total)
}
