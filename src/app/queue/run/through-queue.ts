import type { QueueAddress } from '../address.ts'
import type { QueueFlags } from './queue-flags.ts'
import type { QueueRun, WorkerSettings } from './queue-run.ts'

/** The exit code of a command that another process replaced: it reports nothing, so it is neither passed nor failed. */
export const takenUpCode = 3

/**
 * Performs a run on the workers of a queue, or here if there is no queue. However that ends, the run is off the
 * queue afterwards. Returns null if another process took the run up meanwhile: that process reports it, and the
 * caller must not report anything.
 * @throws UsageError as `openQueueRun` does; whatever `perform` throws
 */
export async function throughQueue<T extends object>(
  address: QueueAddress | null,
  flags: QueueFlags,
  run: QueueRun,
  perform: (workers: WorkerSettings | null) => Promise<T>,
): Promise<T | null> {
  if (address === null) return perform(null)
  const { openQueueRun } = await import('./queue-run.ts')
  const opened = await openQueueRun(address, flags, run)
  let [performed, isOurs]: [T | null, boolean] = [null, false]
  try {
    const performing = perform(opened.settings)
    performing.catch(() => {}) // it stays pending once the run is lost, and nobody waits for it then
    performed = await Promise.race([performing, opened.lost.then(() => null)])
  } finally {
    isOurs = await opened.close()
  }
  return isOurs ? performed : null
}
