import { count } from '../../../base/text/wording.ts'
import { readTime, readWhole } from '../../config/flag-values.ts'
import { warn } from '../../edge/print.ts'
import { interruptible } from '../../edge/process.ts'
import { UsageError } from '../../edge/usage-error.ts'
import type { WorkFlags } from '../../flags/verb-flags.ts'
import { insistQueueAddress } from '../../queue/address.ts'
import { connectQueue, refusing } from '../../queue/connection.ts'
import { workOn } from '../../queue/worker/worker.ts'

const longestLeaseMs = 3_600_000

/** Until it is told to stop, and then finishes those under way; a second signal ends it at once. @throws UsageError */
export async function work(flags: WorkFlags): Promise<number> {
  const address = insistQueueAddress(flags.queue, process.env)
  const concurrency = readWhole('--concurrency', flags.concurrency, { most: 10_000 })
  const leaseMs = readTime('--lease', flags.lease)
  if (leaseMs < 1_000)
    throw new UsageError(`--lease ${flags.lease} is shorter than a second`, 'write --lease 30s, or longer')
  if (leaseMs > longestLeaseMs)
    throw new UsageError(
      `--lease ${flags.lease} is longer than an hour`,
      'for that long, nobody takes over the conversations of this worker if it dies: write --lease 30s, or up to 60min',
    )
  const { signal, release } = interruptible()
  const connection = await connectQueue(address)
  try {
    warn(`works on the queue at ${address.displayAddress}, on ${count(concurrency, 'conversation')} at once`)
    const done = await refusing(address, () => workOn(connection, { concurrency, leaseMs }, signal))
    warn(`carried out ${count(done, 'conversation')}`)
    return 0
  } finally {
    release()
    await connection.close()
  }
}
