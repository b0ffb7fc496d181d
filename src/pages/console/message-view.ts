import type { Message } from '../../wire/api/transcript-entry.ts'
import { element } from '../kit/element.ts'
import { contentView } from './content-view.ts'
import { jsonBlock } from './json-block.ts'
import { exactTimeOf } from './show-time.ts'

/** A message as a bubble, with who speaks and when above it. */
export function messageView(message: Message, day: string): HTMLElement {
  const { role, agentName, senderName, senderId, content, metadata } = message
  const speaker = [agentName, senderName, senderId].filter((name) => name !== null && name !== undefined && name !== '')
  return element(
    'li',
    { class: 'message', 'data-role': role },
    element(
      'div',
      'entry-head',
      element('span', 'role', role),
      element('span', 'speaker', [...new Set(speaker)].join(' · ')),
      exactTimeOf(message.timestamp, day),
    ),
    element('div', 'bubble', ...content.map(contentView)),
    metadata === null || metadata === undefined || Object.keys(metadata).length === 0
      ? null
      : element('details', 'metadata', element('summary', {}, 'metadata'), jsonBlock(metadata)),
  )
}
