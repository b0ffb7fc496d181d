import type { ToolCall } from '../../engine/transcript/tool-call.ts'
import type { TranscriptEntry } from '../../wire/api/transcript-entry.ts'
import { element } from '../kit/element.ts'
import { drawCall, drawOrphan } from './draw-call.ts'
import { block } from './draw-item.ts'
import { drawMessage } from './draw-message.ts'

/** How an entry is to be drawn. */
export interface EntryManner {
  agent: string
  /** The words of a text that differs; null draws it as it is. */
  words: HTMLElement[] | null
  /** Whether a call shows its arguments and output at once. */
  open: boolean
}

/** One entry of a transcript; a call brings its output along, and null stands for an output that went with its call. */
export function drawEntry(
  entry: TranscriptEntry,
  index: number,
  calls: ReadonlyMap<number, ToolCall>,
  { agent, words, open }: EntryManner,
): HTMLElement | null {
  const call = calls.get(index)
  switch (entry.type) {
    case 'message':
      return drawMessage(entry, agent, words)
    case 'function_call':
      return call === undefined ? null : drawCall(call, open)
    case 'function_call_output':
      return call === undefined ? drawOrphan(entry) : null
    case 'thinking':
      return aside('thinking', words ?? [entry.thinking])
    case 'summary':
      return aside('summary', words ?? [entry.summary])
    default:
      return element('div', 'aside', element('span', 'role', 'unknown entry'), block(entry))
  }
}

/** The calls of a turn by the entries they are made of: that of the call, and that of its output. */
export function callsByEntry(calls: readonly ToolCall[]): Map<number, ToolCall> {
  return new Map(
    calls.flatMap((call) => [call.index, ...(call.output === null ? [] : [call.output.index])].map((at) => [at, call])),
  )
}

function aside(role: string, content: readonly (HTMLElement | string)[]): HTMLElement {
  return element(
    'div',
    'aside',
    element('span', 'role', role),
    element('p', { class: 'text', dir: 'auto' }, ...content),
  )
}
