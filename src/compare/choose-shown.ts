import type { ConversationResult } from '../engine/verdict/conversation-result.ts'
import type { ComparisonVerdict } from './model/comparison-verdict.ts'

/** Two runs shown side by side; null where a side has none. */
export interface ShownPair {
  a: ConversationResult | null
  b: ConversationResult | null
}

/**
 * The pair of runs that illustrates a verdict best: for a regression, one that passed on a and failed on b; otherwise a
 * pair that differs, or the first.
 */
export function chooseShown(
  verdict: ComparisonVerdict,
  effect: number,
  a: readonly ConversationResult[],
  b: readonly ConversationResult[],
): ShownPair {
  const pairs = a.map((run, index): ShownPair => ({ a: run, b: b[index] ?? null }))
  const came = (wantedA: string, wantedB: string): ShownPair | undefined =>
    pairs.find((pair) => pair.a?.verdict === wantedA && pair.b?.verdict === wantedB)
  const unjudged = pairs.find((pair) => !judged(pair.a) || !judged(pair.b))
  const worse = came('passed', 'failed')
  const better = came('failed', 'passed')
  const telling = verdict === 'not comparable' ? unjudged : effect < 0 ? (worse ?? better) : (better ?? worse)
  return telling ?? pairs.find((pair) => judged(pair.a) && judged(pair.b)) ?? pairs[0] ?? { a: null, b: null }
}

function judged(run: ConversationResult | null): boolean {
  return run?.verdict === 'passed' || run?.verdict === 'failed'
}
