import type { Lanes } from '../../wire/client/pace/pace.ts'

/**
 * Runs `task` over the items, at most `lanes` at a time, starting in order; the limit may change on the way. Once the
 * signal is aborted no new ones start, and those under way are awaited. A task must not reject.
 */
export function runPool<T>(
  items: readonly T[],
  lanes: number | Lanes,
  task: (item: T) => Promise<void>,
  signal?: AbortSignal,
): Promise<void> {
  const limit = typeof lanes === 'number' ? () => lanes : lanes.limit
  let [next, running] = [0, 0]
  return new Promise((resolve, reject) => {
    const begin = (): void => {
      while (next < items.length && running < limit() && signal?.aborted !== true) {
        const item = items[next] as T
        next += 1
        running += 1
        task(item).then(end, reject)
      }
      if (running === 0) resolve()
    }
    const end = (): void => {
      running -= 1
      begin()
    }
    if (typeof lanes !== 'number') lanes.watch(begin)
    begin()
  })
}
