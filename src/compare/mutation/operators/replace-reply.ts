import type { Operator } from './operator.ts'

/** What an agent says that has lost its way. */
const helpless = 'Sorry, I cannot help you with that.'

/** The whole reply replaced: one message that helps nobody, without anything but text. */
export const replaceReply: Operator = ({ entries, view }) => {
  const [first, ...more] = view.assistant
  const message = first === undefined ? undefined : entries[first.index]
  if (first === undefined || message?.type !== 'message' || view.replyText === helpless) return []
  const dropped = new Set(more.map(({ index }) => index))
  const changed = entries.flatMap((entry, index) => {
    if (index === first.index) return [{ ...message, content: [{ type: 'text' as const, text: helpless }] }]
    return dropped.has(index) ? [] : [entry]
  })
  return [{ what: `the agent only says "${helpless}"`, entries: changed }]
}
