import type { ConversationResult } from '../../engine/verdict/conversation-result.ts'

/** Passes results on in the order of the plan, whatever order they come in, so that equal runs read the same. */
export interface Order {
  expect(ids: readonly string[]): void
  add(result: ConversationResult): void
}

/** Each result is passed to `show` once all before it have been. */
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
