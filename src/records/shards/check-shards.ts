import type { Shard } from '../../engine/verdict/shard.ts'
import type { Merged, Part, Sharded } from './part.ts'

/** A part that names its shard. */
export type ShardPart<T> = Part<T> & { shard: Shard }

/**
 * Sorts parts by shard, once each shard is present exactly once and all were cut from the same conversations; otherwise
 * says what is wrong.
 */
export function checkShards<T extends Sharded>(parts: readonly Part<T>[]): Merged<ShardPart<T>[]> {
  const shards: ShardPart<T>[] = []
  for (const part of parts) {
    if (part.result.shard === undefined)
      return refuse(`${part.file} is the result of a whole run, not of a shard`, 'run with --shard 1/2, --shard 2/2 …')
    shards.push({ ...part, shard: part.result.shard })
  }
  const [first] = shards
  if (first === undefined) return refuse('there is nothing to merge', 'name the result of each shard')
  const cut = shards.find(({ shard }) => shard.of !== first.shard.of)
  if (cut !== undefined)
    return refuse(
      `${first.file} is shard ${show(first.shard)}, but ${cut.file} is shard ${show(cut.shard)}`,
      'merge the shards of one run',
    )
  const other = shards.find(({ result }) => result.tableread !== first.result.tableread)
  if (other !== undefined)
    return refuse(
      `${first.file} is of Tableread ${first.result.tableread}, but ${other.file} of ${other.result.tableread}`,
      'run every shard with the same version of Tableread',
    )
  const divided = shards.find(({ shard }) => shard.durations !== first.shard.durations)
  if (divided !== undefined)
    return refuse(
      `${first.file} was cut by ${showCut(first.shard)}, but ${divided.file} by ${showCut(divided.shard)}`,
      'give every shard the same file with --durations: fetch it once, before the shards begin',
    )
  return countShards(shards, first)
}

function countShards<T extends Sharded>(shards: ShardPart<T>[], first: ShardPart<T>): Merged<ShardPart<T>[]> {
  const seen = new Map<number, string>()
  for (const { file, shard } of shards) {
    const same = seen.get(shard.index)
    if (same !== undefined) return refuse(`${same} and ${file} are both shard ${show(shard)}`, 'name each shard once')
    seen.set(shard.index, file)
  }
  const missing = Array.from({ length: first.shard.of }, (_, index) => index + 1).filter((index) => !seen.has(index))
  if (missing.length > 0)
    return refuse(
      `${missing.length === 1 ? 'shard' : 'shards'} ${missing.map((index) => `${index}/${first.shard.of}`).join(', ')} ${missing.length === 1 ? 'is' : 'are'} missing`,
      'a shard that did not end has no result: see its own output',
    )
  const stranger = shards.find(({ shard }) => shard.whole !== first.shard.whole || shard.total !== first.shard.total)
  if (stranger !== undefined)
    return refuse(
      `${first.file} and ${stranger.file} were cut from different conversations (${first.shard.total} and ${stranger.shard.total})`,
      'run every shard on the same commit with the same paths, filters and versions',
    )
  return { ok: true, result: shards.sort((a, b) => a.shard.index - b.shard.index) }
}

function showCut({ durations }: Shard): string {
  return durations === undefined ? 'turns' : `the durations ${durations}`
}

function show({ index, of }: Shard): string {
  return `${index}/${of}`
}

function refuse(message: string, hint: string): { ok: false; message: string; hint: string } {
  return { ok: false, message, hint }
}
