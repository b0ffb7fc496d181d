import type { ConversationResult } from '../../engine/verdict/conversation-result.ts'

/** Releases results in plan order, however they arrive, so that equal runs read the same. */
export interface Order {
  expect(ids: readonly string[]): void
  add(result: ConversationResult): void
}

/** Passes each result to `show` once all results before it have been shown. */
export function createOrder(show: (result: ConversationResult) => void): Order {
  const waiting = new Map<string, ConversationResult>()
  let ids: readonly string[] = []
  let next = 0
  return {
    expect(all) {
      ids = all
    },
    add(result) {
      waiting.set(result.id, result)
      for (let ready = waiting.get(ids[next] ?? ''); ready !== undefined; ready = waiting.get(ids[next] ?? '')) {
        waiting.delete(ready.id)
        next += 1
        show(ready)
      }
    },
  }
}
