import type { Lanes } from '../../wire/client/pace/pace.ts'

/** Those that run `alone` come last, one at a time. Once aborted, no new tasks start. A task must not reject. */
export async function runPool<T>(
  items: readonly T[],
  lanes: number | Lanes,
  task: (item: T) => Promise<void>,
  { signal, alone = () => false }: { signal?: AbortSignal | undefined; alone?: (item: T) => boolean } = {},
): Promise<void> {
  const last = items.filter(alone)
  if (last.length === 0) return runTogether(items, lanes, task, signal)
  const others = items.filter((item) => !alone(item))
  await runTogether(others, lanes, task, signal)
  await runTogether(last, 1, task, signal)
}

function runTogether<T>(
  items: readonly T[],
  lanes: number | Lanes,
  task: (item: T) => Promise<void>,
  signal: AbortSignal | undefined,
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

/** Limits how many submitted tasks run at once; the rest wait in order of arrival. */
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

/** Starts tasks from `take` as long as there is room and it returns one. Call the returned function to check again. */
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
