import type { Shard } from '../../engine/verdict/shard.ts'
import { UsageError } from './usage-error.ts'

/** Reads `--shard 2/3`. @throws UsageError for anything else, and for a shard that is not there */
export function readShard(text: string): Pick<Shard, 'index' | 'of'> {
  const [, index, of] = /^([1-9]\d{0,3})\/([1-9]\d{0,3})$/.exec(text) ?? []
  if (index !== undefined && of !== undefined && Number(index) <= Number(of))
    return { index: Number(index), of: Number(of) }
  throw new UsageError(`--shard ${text} is not a shard`, 'write 2/3 for the second of three; the first is 1/3')
}

/** What to say of a shard that has nothing to do; null where it has. That is no mistake: there are fewer conversations than shards. */
export function describeEmpty({ index, of, total, positions }: Shard): string | null {
  if (Object.keys(positions).length > 0 || total === 0) return null
  const conversations = total === 1 ? 'the only conversation is' : `all ${total} conversations are`
  return `shard ${index}/${of} is empty: ${conversations} in other shards`
}
