import type { Message } from '../../wire/api/transcript-entry.ts'
import { textOf, type Unit } from '../align/unit.ts'
import type { RowDifference } from '../model/turn-comparison.ts'
import { diffCall } from './diff-call.ts'
import { diffItems, listItems } from './diff-items.ts'
import { diffWords } from './diff-words.ts'

/** What differs between two units that belong together, both masked by the same names. */
export function diffRow(a: Unit | null, b: Unit | null, moved: boolean): RowDifference {
  if (a === null || b === null) return { kind: a === null ? 'only b' : 'only a' }
  if (a.call !== null && b.call !== null) {
    const call = diffCall(a.call, b.call, moved)
    return Object.keys(call).length === 0 ? { kind: 'same' } : { kind: 'call', call }
  }
  if (a.entry.type === 'message' && b.entry.type === 'message') return diffMessage(a.entry, b.entry)
  const [textA, textB] = [textOf(a.entry), textOf(b.entry)]
  return textA === textB ? { kind: 'same' } : { kind: 'other', words: diffWords(textA, textB) }
}

function diffMessage(a: Message, b: Message): RowDifference {
  const [textA, textB] = [messageText(a), messageText(b)]
  const items = diffItems(listItems(a.content), listItems(b.content))
  const sameAgent = a.agentName === b.agentName
  if (textA === textB && items.length === 0 && sameAgent) return { kind: 'same' }
  return {
    kind: 'message',
    words: diffWords(textA, textB),
    items,
    agents: sameAgent ? null : [a.agentName, b.agentName],
  }
}

/** The text items of a message, joined by newlines. */
export function messageText({ content }: Message): string {
  return content.flatMap((item) => (item.type === 'text' ? [item.text] : [])).join('\n')
}
