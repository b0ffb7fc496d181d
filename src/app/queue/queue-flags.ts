import { readWhole } from '../project/flag-values.ts'
import { UsageError } from '../project/usage-error.ts'
import { type QueueAddress, readQueueAddress } from './address.ts'

/** The flags of verbs that can put their conversations on a queue. */
export interface QueueFlags {
  queue?: string
  rate?: string
  priority?: 'high' | 'normal' | 'low'
  follow?: string
  resume?: true | string
  concurrency?: string
}

/**
 * The queue that a verb was asked to use; null if it runs its conversations itself. @throws UsageError for
 * flags that need a queue
 */
export function readQueueFlags(flags: QueueFlags): QueueAddress | null {
  const address = readQueueAddress(flags.queue, process.env)
  if (address !== null) {
    if (flags.rate !== undefined) readRate(flags.rate)
    if (flags.follow?.trim() === '')
      throw new UsageError('--follow names no run', 'its name was printed as it began; tableread queue status shows it')
    return address
  }
  const [without] = (['rate', 'priority', 'follow'] as const).filter((name) => flags[name] !== undefined)
  if (without === undefined) return null
  throw new UsageError(`--${without} is for a queue, and none is named`, 'give --queue redis://host:6379/0')
}

/** Requests a minute. @throws UsageError for an invalid number */
export function readRate(text: string, least: 0 | 1 = 1): number {
  return readWhole('--rate', text, { least, most: 10_000_000 })
}
