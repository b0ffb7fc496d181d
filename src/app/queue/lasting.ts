import type { QueueConnection } from './connection.ts'
import { keysOf, runLasts, runsKey, storedKeys } from './run-keys.ts'

/** How long a queue's switches, such as its pause, outlast the last process using it, in seconds. */
const switchesLast = 30 * 86_400

/** How often processes renew that, in milliseconds. */
export const renewMs = 10_000

/** Renews how long Redis keeps the queue: after a day without, what a killed process left behind expires. */
export function renewing(
  { redis, queue }: QueueConnection,
  runs: readonly string[],
  jobs: readonly string[] = [],
): ReturnType<QueueConnection['redis']['pipeline']> {
  const pipeline = redis.pipeline()
  // Those two have expiry times of their own: the queue uses them to look for lost workers and to wait.
  const { meta, 'stalled-check': _, limiter: __, ...others } = queue.keys
  const storageKeys = runs.flatMap((run) => storedKeys(keysOf(run)))
  for (const key of [...Object.values(others), ...jobs.map((name) => queue.toKey(name)), ...storageKeys, runsKey])
    pipeline.expire(key, runLasts)
  if (meta !== undefined) pipeline.expire(meta, switchesLast)
  return pipeline
}
