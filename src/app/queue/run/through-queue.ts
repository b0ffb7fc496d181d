import type { QueueAddress } from '../address.ts'
import type { QueueFlags } from './queue-flags.ts'
import type { QueueRun, WorkerSettings } from './queue-run.ts'

/** The exit code of a command that another process replaced: it reports nothing, so it is neither passed nor failed. */
export const takenUpCode = 3

/** Here if there is no queue. Null if another process took it up, which reports it. @throws as `openQueueRun` */
export async function throughQueue<T extends object>(
  address: QueueAddress | null,
  flags: QueueFlags,
  run: QueueRun,
  perform: (workers: WorkerSettings | null) => Promise<T>,
): Promise<T | null> {
  if (address === null) return perform(null)
  const { openQueueRun } = await import('./queue-run.ts')
  const queueRun = await openQueueRun(address, flags, run)
  let [performed, isOurs]: [T | null, boolean] = [null, false]
  try {
    const performing = perform(queueRun.settings)
    performing.catch(() => {}) // it stays pending once the run is lost, and nobody waits for it then
    performed = await Promise.race([performing, queueRun.loss.then(() => null)])
  } finally {
    isOurs = await queueRun.close()
  }
  return isOurs ? performed : null
}
