import { nameMessage } from './messages.ts'
import type { Operator } from './operator.ts'

/** Each message of the reply twice. */
export const repeatReply: Operator = ({ entries, view }) =>
  view.assistant.flatMap(({ index }, at) => {
    const entry = entries[index]
    if (entry === undefined) return []
    return [{ what: `${nameMessage(view, at)} comes twice`, entries: entries.toSpliced(index, 0, entry) }]
  })
