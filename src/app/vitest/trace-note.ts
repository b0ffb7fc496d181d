import type { ConversationResult } from '../../engine/verdict/conversation-result.ts'
import { formatCurl } from '../../report/text/format-curl.ts'
import { formatTrace } from '../../report/text/format-trace.ts'
import { createPaint } from '../../report/text/paint.ts'
import { traceConversation } from '../../report/text/trace-conversation.ts'

/**
 * The decision trace of a conversation that did not pass, as `tableread run --trace` prints it, and the requests of its
 * turns that did not; one text to note under the test. Null for one that passed or has nothing to trace.
 */
export function traceNote(result: ConversationResult): string | null {
  const { verdict, turns } = result
  if (['passed', 'expected fail', 'skipped', 'broken'].includes(verdict)) return null
  const plain = createPaint(false)
  const events = formatTrace(traceConversation(result), 88, plain).map((line) => line.trimStart() && line.slice(4))
  const requests = turns.flatMap(({ sent }) => (sent === undefined ? [] : [formatCurl(sent)]))
  return events.length === 0 ? null : ['', ...events, ...requests].join('\n       ')
}

/** Whether TABLEREAD_TRACE asks for traces: anything but nothing, `0` and `false`. */
export function asksForTrace({ TABLEREAD_TRACE = '' }: NodeJS.ProcessEnv): boolean {
  return !['', '0', 'false'].includes(TABLEREAD_TRACE)
}
