import { percentile } from '../engine/expect/percentile.ts'
import type { ConversationResult } from '../engine/verdict/conversation-result.ts'
import { turnTime } from '../engine/verdict/turn-time.ts'
import { type ConversationRuns, judgedPairs } from './conversation-runs.ts'
import type { NoiseFloor } from './model/noise-floor.ts'

/** How much side a differed from itself, from the runs that were made for that; null where none were. */
export function measureNoise(all: readonly ConversationRuns[], measuredAt: string): NoiseFloor | null {
  if (all.every(({ again }) => again.length === 0)) return null
  const counted = all.map(({ pairing, a, again }) => {
    const pairs = judgedPairs(a, again)
    return { id: pairing.id, pairs: pairs.length, discordant: pairs.filter(([one, other]) => one !== other).length }
  })
  const differences = all.flatMap(({ a, again }) => a.flatMap((run, index) => turnDifferences(run, again[index])))
  const [from, to] = [percentile(differences, 0.25), percentile(differences, 0.75)]
  return {
    pairs: counted.reduce((sum, { pairs }) => sum + pairs, 0),
    discordant: counted.reduce((sum, { discordant }) => sum + discordant, 0),
    conversations: counted.filter(({ discordant }) => discordant > 0).map(({ id }) => id),
    turnMs: from === null || to === null ? null : [from, to],
    measuredAt,
  }
}

/** By how many milliseconds each turn of the second run took longer than the same turn of the first. */
function turnDifferences(first: ConversationResult, second: ConversationResult | undefined): number[] {
  return first.turns.flatMap((turn, index) => {
    const same = second?.turns[index]
    const [one, other] = [turnTime(turn), same === undefined ? null : turnTime(same)]
    return one === null || other === null ? [] : [other - one]
  })
}
