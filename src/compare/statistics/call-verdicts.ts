import type { Certainty, ComparisonVerdict } from '../model/comparison-verdict.ts'
import type { NoiseFloor } from '../model/noise-floor.ts'
import type { PassStatistics } from '../model/pass-statistics.ts'
import { adjustByHolm } from './adjust-by-holm.ts'
import { breakOf } from './break-of.ts'
import { chanceByNoise } from './chance-by-noise.ts'
import { countPairs, type Pair } from './count-pairs.ts'
import { measurePasses } from './measure-passes.ts'
import { noiseRate } from './noise-rate.ts'
import { pairedTest } from './paired-test.ts'

/** The judged pairs of one conversation. `id` finds it in the noise floor. */
export interface PairedConversation {
  id?: string
  pairs: readonly Pair[]
}

/** How sure verdicts have to be. */
export interface CallingSettings {
  /** How often, at most, a comparison of equal sides may call any difference: 0.05 for one in twenty. */
  alpha: number
  /** Null, or left out, where the noise was not measured. */
  noise?: NoiseFloor | null
  /** How many times verdicts are looked at in all, when runs are added in between. 1 when left out. */
  looks?: number
}

/** What the pass rates of a conversation say. Whether its behaviour *changed* is for others to find. */
export interface CalledVerdict {
  verdict: Exclude<ComparisonVerdict, 'changed'>
  certainty: Certainty | null
  /** Null where no pair was judged; the verdict is then *not comparable*. */
  pass: PassStatistics | null
  /** True where a difference was not called, because the agent differs as much from itself. */
  withinNoise: boolean
}

/**
 * Calls the verdict of every conversation of a comparison, in their order. Hard breaks and statistical differences
 * are outcomes of one test (`pairedTest`) with one correction over all conversations (`adjustByHolm`), so that both
 * together are wrong, even once in a comparison, no more often than `alpha`. Looking several times divides `alpha` by
 * the looks, which holds for any rule by which pairs are added. Breaks in too few pairs are *unconfirmed*, and under
 * no such limit.
 */
export function callVerdicts(
  conversations: readonly PairedConversation[],
  { alpha, noise = null, looks = 1 }: CallingSettings,
): CalledVerdict[] {
  const judged = conversations
    .filter(({ pairs }) => pairs.length > 0)
    .map((conversation) => ({ conversation, counts: countPairs(conversation.pairs) }))
  const chances = judged.map(({ counts }) => pairedTest(counts))
  const adjusted = adjustByHolm(chances.map((chance) => Math.min(1, looks * chance)))
  const rateOf = noise === null || noise.pairs === 0 ? null : noiseRate(noise)
  const called = new Map(
    judged.map(({ conversation, counts }, index) => {
      const pass = measurePasses(counts, { p: chances[index] ?? 1, adjusted: adjusted[index] ?? 1, looks })
      return [conversation, callVerdict(pass, alpha, rateOf, conversation.id)]
    }),
  )
  return conversations.map((conversation) => called.get(conversation) ?? notComparable)
}

const notComparable: CalledVerdict = { verdict: 'not comparable', certainty: null, pass: null, withinNoise: false }

/** The verdict of one conversation; `rateOf` tells how often its pairs may differ anyway, null where that is not known. */
function callVerdict(
  pass: PassStatistics,
  alpha: number,
  rateOf: ReturnType<typeof noiseRate> | null,
  id: string | undefined,
): CalledVerdict {
  const certainty = certaintyOf(pass, alpha)
  if (certainty === null) return { verdict: quietVerdict(pass), certainty, pass, withinNoise: false }
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

/** The verdict where no difference is called. */
function quietVerdict({ pairs, bothPassed, neitherPassed }: PassStatistics): 'flaky' | 'same' {
  return bothPassed === pairs || neitherPassed === pairs ? 'same' : 'flaky'
}
