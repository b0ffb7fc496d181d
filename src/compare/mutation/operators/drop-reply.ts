import { nameMessage } from './messages.ts'
import type { Operator } from './operator.ts'

/** Each message of the reply left out. */
export const dropReply: Operator = ({ entries, view }) =>
  view.assistant.map((message, at) => ({
    what: `${nameMessage(view, at)} is missing`,
    entries: entries.toSpliced(message.index, 1),
  }))
