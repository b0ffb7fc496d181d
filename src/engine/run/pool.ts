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
  let next = 0
  return new Promise((resolve, reject) => {
    const take = (): (() => Promise<void>) | undefined => {
      if (next >= items.length || signal?.aborted === true) return undefined
      const item = items[next] as T
      next += 1
      return () => task(item)
    }
    const begin = keepBusy(limit, take, { idle: resolve, failed: reject })
    if (typeof lanes !== 'number') lanes.watch(begin)
    begin()
  })
}

/** Lets so many run at a time, of what comes in its own time, in the order in which it comes. */
export function createLanes(most: number): <T>(run: () => Promise<T>) => Promise<T> {
  const waiting: (() => Promise<void>)[] = []
  const nothing = (): void => {}
  const begin = keepBusy(
    () => most,
    () => waiting.shift(),
    { idle: nothing, failed: nothing },
  )
  return (run) =>
    new Promise((resolve, reject) => {
      waiting.push(() => run().then(resolve, reject))
      begin()
    })
}

/** Starts what `take` gives as long as there is room and it gives something. The function that it returns looks again. */
function keepBusy(
  limit: () => number,
  take: () => (() => Promise<void>) | undefined,
  { idle, failed }: { idle: () => void; failed: (error: unknown) => void },
): () => void {
  let running = 0
  const begin = (): void => {
    while (running < limit()) {
      const run = take()
      if (run === undefined) break
      running += 1
      run().then(end, failed)
    }
    if (running === 0) idle()
  }
  const end = (): void => {
    running -= 1
    begin()
  }
  return begin
}
