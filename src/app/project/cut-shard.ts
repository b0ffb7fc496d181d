import { existsSync } from 'node:fs'
import { chooseShard, type ShardChosen } from '../../records/shards/choose-shard.ts'
import { type Durations, indexDurations } from '../../records/shards/durations.ts'
import { readDurations } from '../../records/shards/read-durations.ts'
import type { Plan } from '../../suite/plan/plan.ts'
import { complain } from './print.ts'
import { readGiven } from './read-given.ts'
import { readShard } from './read-shard.ts'
import { UsageError } from './usage-error.ts'

/** The flags that choose a part of the conversations. */
export interface ShardFlags {
  shard?: string
  /** A file of how long conversations take, to cut shards by. */
  durations?: string
}

/**
 * The part that `--shard` asks for, cut by the file of `--durations`; undefined where there is no `--shard`.
 * @throws UsageError for a shard that is none, and for a file that holds no durations
 */
export function cutShard<T extends { id: string }>(
  items: readonly T[],
  { shard, durations }: ShardFlags,
  plansOf: (item: T) => readonly [Plan, ...Plan[]],
): ShardChosen<T> | undefined {
  if (shard === undefined && durations === undefined) return undefined
  if (shard === undefined) throw new UsageError('--durations cuts shards, and there is no --shard', 'add --shard 1/2')
  return chooseShard(items, readShard(shard), plansOf, durations === undefined ? null : open(durations))
}

/** The first run ever has no durations yet. That is told and stops nothing: a shard that has none beside one that has some is refused by merge. */
function open(file: string): Durations | null {
  if (!existsSync(file)) {
    complain(`there is no ${file} yet, so the shards are cut by their turns\n`)
    return null
  }
  const read = readDurations(readGiven(file))
  if (!read.ok) throw new UsageError(`${file}: ${read.message}`, read.hint)
  return indexDurations(read.durations)
}
