import type { QueueConnection } from './connection.ts'
import { keysOf, runLasts, runsKey, storedKeys } from './run-keys.ts'

/** For how long the switches of a queue stay, as whether it is paused, after nobody was there any more, in seconds. */
const switchesLast = 30 * 86_400

/** How often that is renewed by whoever is there, in milliseconds. */
export const renewMs = 10_000

/**
 * Commands that renew how long the queue, these runs and what lies there for these jobs stay: what nobody renews for a day is not
 * there any more. What is there for nobody, as after a process was killed, ends by itself.
 */
export function renewing(
  { redis, queue }: QueueConnection,
  runs: readonly string[],
  jobs: readonly string[] = [],
): ReturnType<QueueConnection['redis']['pipeline']> {
  const pipeline = redis.pipeline()
  // Those two have a time of their own, by which the queue looks for workers that are lost, and waits.
  const { meta, 'stalled-check': _, limiter: __, ...others } = queue.keys
  const held = runs.flatMap((run) => storedKeys(keysOf(run)))
  for (const key of [...Object.values(others), ...jobs.map((name) => queue.toKey(name)), ...held, runsKey])
    pipeline.expire(key, runLasts)
  if (meta !== undefined) pipeline.expire(meta, switchesLast)
  return pipeline
}
