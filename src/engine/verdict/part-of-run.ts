import { count, listSome } from '../../base/wording.ts'
import type { Problem } from '../../suite/yaml/problem.ts'

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
   * Eight hexadecimal digits for each of all conversations, in their order: a hash of all that it sends and is held to.
   * Absent in results from before these were written.
   */
  scripts?: string
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

/** What did not count in a run although its scripts state it; each member is absent if there is nothing of it. */
export interface LeftOut {
  /** The number of conversations left out because others are marked `only: true`. */
  leftOutByOnly?: number
  /** Tools that scripts name and nothing knows, each once: what is stated of them was held against nothing. */
  warnings?: Problem[]
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
  warnings = [],
}: LeftOut & { skipped?: readonly Skipped[] }): string | null {
  const named = skipped.map(({ name, reason }) => `"${name}" (${reason})`)
  const unheld = warnings.map(({ file, at, message, hint }) =>
    [`${file}:${at.line} ${message}`, ...(hint === undefined ? [] : [hint])].join(', '),
  )
  const told = [
    ...(leftOutByOnly === 0 ? [] : [`only: true left out ${count(leftOutByOnly, 'conversation')}`]),
    ...(skipped.length === 0 ? [] : [`skipped ${count(skipped.length, 'conversation')}: ${listSome(named, 3)}`]),
    ...(unheld.length === 0 ? [] : [`${count(unheld.length, 'name')} that nothing knows: ${listSome(unheld, 3)}`]),
  ]
  return told.length === 0 ? null : told.join('; ')
}

/** The warnings of several results, each place once, as a member of a result. */
export function warningsMember(results: readonly LeftOut[]): Pick<LeftOut, 'warnings'> {
  const keyOf = ({ file, at, code }: Problem): string => `${file}:${at.line}:${at.column} ${code}`
  const once = new Map(results.flatMap(({ warnings = [] }) => warnings.map((each) => [keyOf(each), each] as const)))
  return once.size === 0 ? {} : { warnings: [...once.values()] }
}

/** The count as a member of a result. */
export function leftOutMember(count: number): LeftOut {
  return count === 0 ? {} : { leftOutByOnly: count }
}
