import { count, listSome } from '../../base/wording.ts'

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
  /**
   * A hash of everything that each conversation of all shards says and expects, guardrails and laws of the config
   * included, in the order of the whole; values of the environment do not count.
   */
  scripts?: string[]
  /** A hash of the durations that the shards were balanced by; absent if they were balanced by the number of turns. */
  durations?: string
  /**
   * A hash of the judges of each conversation of all shards, and of the valid licences; absent if none has a
   * criterion.
   */
  judges?: string
  /** The flags that say how often each conversation is compared, such as `--repeat 10`; absent without any. */
  counts?: string
}

/**
 * The member of a result that counts the conversations left out because others are marked `only: true`; absent
 * if there were none.
 */
export interface LeftOut {
  leftOutByOnly?: number
}

/** A conversation that its script skips, with the reason. */
export interface Skipped {
  file: string
  line: number
  name: string
  reason: string
}

/**
 * What did not run, in words and for every report, because it must not look like a pass; null if nothing was
 * left out. A run has its skipped conversations among the others, a comparison lists them as `skipped`.
 */
export function describeLeftOut({
  leftOutByOnly = 0,
  skipped = [],
}: LeftOut & { skipped?: readonly Skipped[] }): string | null {
  const named = skipped.map(({ name, reason }) => `"${name}" (${reason})`)
  const told = [
    ...(leftOutByOnly === 0 ? [] : [`only: true left out ${count(leftOutByOnly, 'conversation')}`]),
    ...(skipped.length === 0 ? [] : [`skipped ${count(skipped.length, 'conversation')}: ${listSome(named, 3)}`]),
  ]
  return told.length === 0 ? null : told.join('; ')
}

/** The count as a member of a result. */
export function leftOutMember(count: number): LeftOut {
  return count === 0 ? {} : { leftOutByOnly: count }
}
