import { type Child, element } from '../kit/element.ts'
import { callView } from './call-view.ts'
import { jsonBlock } from './json-block.ts'
import { messageView } from './message-view.ts'
import type { ShownEntry } from './pair-entries.ts'
import { exactTimeOf } from './show-time.ts'

/** One entry of a transcript; one of a type this page does not know is shown as JSON. */
export function entryView(entry: ShownEntry, day: string): HTMLElement {
  switch (entry.type) {
    case 'message':
      return messageView(entry, day)
    case 'call':
      return callView(entry, day)
    case 'thinking':
      return aside('thinking', entry.timestamp, day, element('p', { class: 'text', dir: 'auto' }, entry.thinking))
    case 'summary':
      return aside('summary', entry.timestamp, day, element('p', { class: 'text', dir: 'auto' }, entry.summary))
    default:
      return aside('unknown entry', null, day, jsonBlock(entry))
  }
}

function aside(kind: string, timestamp: string | null, day: string, body: Child): HTMLElement {
  return element(
    'li',
    { class: 'aside', 'data-kind': kind },
    element(
      'div',
      'entry-head',
      element('span', 'role', kind),
      timestamp === null ? null : exactTimeOf(timestamp, day),
    ),
    body,
  )
}
