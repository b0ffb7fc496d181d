import { delayEntries } from '../mutant/delay-entries.ts'
import type { Operator } from './operator.ts'
import { tooLong } from './too-long.ts'

/** The answer comes much later: its messages, and the answer to the request. */
export const slowReply: Operator = ({ entries, view, ms }, { timeLimitMs }) => {
  const first = view.assistant[0]
  const longMs = tooLong(timeLimitMs, ms)
  const lateMs = Math.round(longMs - ms)
  if (first === undefined || lateMs <= 0) return []
  const what = `the answer takes ${Math.round(longMs / 1_000)} s`
  return [{ what, entries: [...delayEntries(entries, lateMs, first.index)], lateMs }]
}
