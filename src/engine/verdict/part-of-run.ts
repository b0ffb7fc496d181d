/** Which part of a run the conversations of a result are: what `--shard 2/3` selected. */
export interface Shard {
  /** From 1 to `of`. */
  index: number
  of: number
  /** How many conversations all shards have together, counting each version separately. */
  total: number
  /** The index of each conversation of this shard, by its id, among all conversations. */
  positions: Record<string, number>
  /** A fingerprint of all conversations, equal in all shards cut from the same ones. */
  whole: string
  /** A hash of the durations that the shards were balanced by; absent where they were cut by turns. */
  durations?: string
  /** A hash of who judges each conversation of all shards, and of the licences that count; absent where none has a criterion. */
  judges?: string
}

/**
 * The member of a result that says how many conversations did not run because others are marked `only: true`; absent
 * where there were none.
 */
export interface LeftOut {
  leftOutByOnly?: number
}

/**
 * The same in words, for every report, because what did not run must not look as if it had passed; null where nothing
 * was left out.
 */
export function describeLeftOut({ leftOutByOnly = 0 }: LeftOut): string | null {
  if (leftOutByOnly === 0) return null
  return `only: true left out ${leftOutByOnly} ${leftOutByOnly === 1 ? 'conversation' : 'conversations'}`
}

/** As a member of a result. */
export function leftOutMember(count: number): LeftOut {
  return count === 0 ? {} : { leftOutByOnly: count }
}
