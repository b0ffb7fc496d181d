import type { Comparison } from '../../src/compare/comparison.ts'
import type { ConversationComparison } from '../../src/compare/model/conversation-comparison.ts'
import { compared, everyVerdict, makeComparison } from './make-comparison.ts'

/** A comparison of that many conversations, 50 of which changed. */
export function makeMany(count: number): Comparison {
  const more = Array.from({ length: count - 7 }, (_, index): ConversationComparison => {
    const line = 200 + index * 12
    const suite = `Suite ${index % 40}`
    return index % 100 === 0
      ? compared(line, `changes its tone ${index}`, { suite, verdict: 'changed', reason: 'the reply differs' })
      : compared(line, `tracks an order ${index}`, { suite })
  })
  return makeComparison([...more, ...everyVerdict()])
}
