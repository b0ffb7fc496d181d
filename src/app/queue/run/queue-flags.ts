import { readWhole } from '../../config/flag-values.ts'
import type { GivenFlags } from '../../flags/shared-flags.ts'
import { type QueueAddress, readQueueAddress } from '../address.ts'

/** The flags of verbs that can put their conversations on a queue. */
export type QueueFlags = GivenFlags<'queue' | 'rate' | 'priority' | 'follow' | 'resume' | 'concurrency'>

/** Null if a verb runs its conversations itself. @throws UsageError for flags that need a queue */
export function readQueueFlags(flags: QueueFlags): QueueAddress | null {
  const address = readQueueAddress(flags.queue, process.env)
  if (address !== null && flags.rate !== undefined) readRate(flags.rate)
  return address
}

/** Requests a minute. @throws UsageError for an invalid number */
export function readRate(text: string, least: 0 | 1 = 1): number {
  return readWhole('--rate', text, { least, most: 10_000_000 })
}
