import type { ConversationResult } from '../../engine/verdict/conversation-result.ts'
import { isJudged } from '../../engine/verdict/verdict.ts'
import { findRepeated } from '../diff/bind-names.ts'
import type { AspectSeen, Parting } from '../model/feature-evidence.ts'
import { comparePairs } from './compare-pairs.ts'
import { createFeatureReader, type ReadFeatures } from './feature-reader.ts'
import { findParting } from './find-parting.ts'
import { readAspects } from './read-aspects.ts'

/** What the runs of one conversation show beside passing and failing. */
interface Observed {
  /** What the first pairs show, by aspect; of each value in which pairs one side has more of it. */
  seen: AspectSeen[]
  /** From which turn on the sides differ, over all pairs. */
  parts: Parting | null
}

/**
 * Compares the runs of a conversation pair by pair. For `seen` it takes the first pairs alone, whose number was settled before
 * anything ran, since further pairs are added by how those came out.
 */
export function observeConversation(
  a: readonly ConversationResult[],
  b: readonly ConversationResult[],
  first: number,
  readFeatures: ReadFeatures = createFeatureReader(),
): Observed {
  const judged = a.flatMap((run, index) => {
    const other = b[index]
    return other !== undefined && isJudged(run.verdict) && isJudged(other.verdict) ? [{ index, a: run, b: other }] : []
  })
  const repeated = findRepeated(judged.flatMap((pair) => [pair.a, pair.b]))
  const read = (run: ConversationResult) => readAspects(run, readFeatures(run, repeated))
  const pairs = judged.map((pair) => ({ index: pair.index, a: read(pair.a), b: read(pair.b) }))
  return { seen: comparePairs(pairs.filter(({ index }) => index < first)), parts: findParting(pairs) }
}
