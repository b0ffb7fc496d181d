import { createHash } from 'node:crypto'
import type { Refusal } from '../answer/answer.ts'

/**
 * How the service behaves where the interface leaves a choice. Without a seed it always takes our own decision; with
 * one it takes any outcome that the rule allows, always the same for a rule and seed (P5).
 */
export interface Ambiguity {
  seeded: boolean
  /** Picks one of the outcomes that a rule allows; the first is our decision. */
  choose<T>(rule: string, outcomes: readonly [T, ...T[]]): T
  /** The refusal, or an alternative that its rule allows; null accepts the request. */
  settle(refusal: Refusal): Refusal | null
}

/** Creates the ambiguity mode for a seed, or our own decisions without one. */
export function createAmbiguity(seed: string | null): Ambiguity {
  const choose = <T>(rule: string, outcomes: readonly [T, ...T[]]): T => {
    if (seed === null) return outcomes[0]
    const drawn = createHash('sha256').update(`${seed}\n${rule}`).digest().readUInt32LE(0)
    return outcomes[drawn % outcomes.length] as T // always in range; null may be an outcome
  }
  return {
    seeded: seed !== null,
    choose,
    settle(refusal) {
      const { decision, others = [] } = refusal
      return decision === undefined ? refusal : choose<Refusal | null>(decision, [refusal, ...others])
    },
  }
}
