import type { ConversationResult } from '../../engine/verdict/conversation-result.ts'
import { findRepeated } from '../diff/bind-names.ts'
import { judgedRuns } from '../model/after-look.ts'
import type { SideKey } from '../model/conversation-comparison.ts'
import type { AspectSeen, Parting } from '../model/feature-evidence.ts'
import { firstInPair } from '../model/order-of-sides.ts'
import { comparePairs } from './compare-pairs.ts'
import { createFeatureReader, type ReadFeatures } from './feature-reader.ts'
import { findParting } from './find-parting.ts'
import { type LawsNotJudged, readAspects } from './read-aspects.ts'

interface Observed {
  /** What the first pairs show, by aspect; for each value, in which pairs one side has more of it. */
  seen: AspectSeen[]
  /** From which turn on the sides differ, over all pairs. */
  parts: Parting | null
}

/** The runs of both sides by pair, and the side that ran first in the first; null where they took no turns. */
interface RunsOfSides extends Record<SideKey, readonly ConversationResult[]> {
  begins: SideKey | null
  /** The laws not checked on each side; all are where this is left out. */
  lawsNotJudged?: Record<SideKey, LawsNotJudged>
}

/** Compares runs pair by pair. `seen` uses the first pairs only: further ones depend on how those came out. */
export function observeConversation(
  { a, b, begins, lawsNotJudged }: RunsOfSides,
  first: number,
  readFeatures: ReadFeatures = createFeatureReader(),
): Observed {
  const judged = judgedRuns({ a, b })
  const repeated = findRepeated(judged.flatMap((pair) => [pair.a, pair.b]))
  const read = (side: SideKey, run: ConversationResult) =>
    readAspects(run, readFeatures(run, repeated), lawsNotJudged?.[side])
  // By the clock, which runs of queue workers on several machines may not share.
  const earlierOf = (pair: (typeof judged)[number]): SideKey => (pair.b.startedAt < pair.a.startedAt ? 'b' : 'a')
  const pairs = judged.map((pair) => ({
    index: pair.index,
    first: begins === null ? earlierOf(pair) : firstInPair(begins, pair.index),
    a: read('a', pair.a),
    b: read('b', pair.b),
  }))
  return { seen: comparePairs(pairs.filter(({ index }) => index < first)), parts: findParting(pairs) }
}
