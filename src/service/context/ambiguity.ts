import { createHash } from 'node:crypto'
import type { Refusal } from '../answer/answer.ts'

/**
 * What the service does where the interface leaves a choice. Without a seed it is our own decision, always; with one it is
 * any outcome that the rule allows, the same one for a rule as long as the seed is the same (P5).
 */
export interface Ambiguity {
  seeded: boolean
  /** One of the outcomes that a rule allows; the first is our decision. */
  choose<T>(rule: string, outcomes: readonly [T, ...T[]]): T
  /** A refusal, or what its rule allows instead; null accepts the request. */
  settle(refusal: Refusal): Refusal | null
}

/** The ambiguity mode of a seed, or our own decisions. */
export function createAmbiguity(seed: string | null): Ambiguity {
  const choose = <T>(rule: string, outcomes: readonly [T, ...T[]]): T => {
    if (seed === null) return outcomes[0]
    const drawn = createHash('sha256').update(`${seed}\n${rule}`).digest().readUInt32LE(0)
    return outcomes[drawn % outcomes.length] as T // in range; null is an outcome too
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
