/** Which part of a run a result covers: what `--shard 2/3` selected. */
export interface Shard {
  /** From 1 to `of`. */
  index: number
  of: number
  /** How many conversations all shards have together, counting each version separately. */
  total: number
  /** The index of each conversation of this shard among all conversations, by its id. */
  positions: Record<string, number>
  /** A fingerprint of all conversations, equal in all shards cut from the same ones. */
  whole: string
  /** A hash of the durations that the shards were balanced by; absent if they were balanced by the number of turns. */
  durations?: string
  /**
   * A hash of the judges of each conversation of all shards, and of the valid licences; absent if none has a
   * criterion.
   */
  judges?: string
}

/**
 * The member of a result that counts the conversations left out because others are marked `only: true`; absent
 * if there were none.
 */
export interface LeftOut {
  leftOutByOnly?: number
}

/**
 * The same in words, for every report, because what did not run must not look like a pass; null if nothing was
 * left out.
 */
export function describeLeftOut({ leftOutByOnly = 0 }: LeftOut): string | null {
  if (leftOutByOnly === 0) return null
  return `only: true left out ${leftOutByOnly} ${leftOutByOnly === 1 ? 'conversation' : 'conversations'}`
}

/** The count as a member of a result. */
export function leftOutMember(count: number): LeftOut {
  return count === 0 ? {} : { leftOutByOnly: count }
}
