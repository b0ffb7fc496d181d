/**
 * Runs `task` over the items, at most `limit` at once, beginning in order. Stops beginning new ones once the signal
 * is aborted; those under way are awaited. A task must not reject.
 */
export async function runPool<T>(
  items: readonly T[],
  limit: number,
  task: (item: T) => Promise<void>,
  signal?: AbortSignal,
): Promise<void> {
  let next = 0
  const lane = async (): Promise<void> => {
    while (next < items.length && signal?.aborted !== true) {
      const item = items[next] as T
      next += 1
      await task(item)
    }
  }
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, lane))
}
