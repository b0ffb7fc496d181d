/** Which part of a run the conversations of a result are: what `--shard 2/3` ran. */
export interface Shard {
  /** From 1 to `of`. */
  index: number
  of: number
  /** How many conversations all shards have together, each version by itself. */
  total: number
  /** Where each conversation of this shard, by its id, stands among all of them, from 0. */
  positions: Record<string, number>
  /** A fingerprint of all of them: the same in every shard that was cut from the same conversations. */
  whole: string
  /** A hash of the durations that the parts were cut by; none where they were cut by turns. */
  durations?: string
}

/** What says how many conversations did not run because `only: true` stands on others; left out where none were. */
export interface LeftOut {
  leftOutByOnly?: number
}

/** The same in words, for every report: what did not run must not look as if it had passed; null where nothing was left out. */
export function describeLeftOut({ leftOutByOnly = 0 }: LeftOut): string | null {
  if (leftOutByOnly === 0) return null
  return `only: true left out ${leftOutByOnly} ${leftOutByOnly === 1 ? 'conversation' : 'conversations'}`
}

/** As a member of a result. */
export function leftOutMember(count: number): LeftOut {
  return count === 0 ? {} : { leftOutByOnly: count }
}
