export type PartQueue<T> = ReturnType<typeof openQueue<T>>

/** A queue: callbacks put things in, and whoever waits takes them out in that order. */
export function openQueue<T>() {
  const waiting: T[] = []
  let over = null as { error: unknown } | null
  let wake = (): void => undefined
  return {
    push(each: T): void {
      waiting.push(each)
      wake()
    },
    /** No more come; an error other than null is thrown after the last one. The first end counts. */
    end(error: unknown): void {
      over ??= { error }
      wake()
    },
    /** The next one; null after the last. */
    async next(): Promise<T | null> {
      for (;;) {
        const first = waiting.shift()
        if (first !== undefined) return first
        if (over !== null && over.error !== null) throw over.error
        if (over !== null) return null
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
    },
  }
}
