import type { Message } from '../../wire/api/transcript-entry.ts'
import { type Child, element } from '../kit/element.ts'
import { block, drawItem } from './draw-item.ts'

const roles = { user: 'user', assistant: 'agent', backgroundAgent: 'background agent' }

/** A message with who speaks above it. Another speaker than `agent` is a handoff. `words` stand instead of its texts where they differ. */
export function drawMessage(message: Message, agent: string, words: readonly HTMLElement[] | null): HTMLElement {
  const { role, agentName, senderName, content, metadata } = message
  const speaker = role === 'user' ? senderName : agentName
  const others = words === null ? content : content.filter(({ type }) => type !== 'text')
  return element(
    'div',
    { class: 'message', 'data-role': role },
    element(
      'div',
      'entry-head',
      element('span', 'role', roles[role]),
      speaker === null ? null : element('span', {}, speaker),
      role === 'assistant' && agentName !== null && agentName !== agent
        ? element('span', 'badge', 'handed over')
        : null,
    ),
    element(
      'div',
      { class: 'bubble', tabindex: isLong(content) ? '0' : null },
      words === null || words.length === 0 ? null : element('p', { class: 'text', dir: 'auto' }, ...words),
      ...others.map(drawItem),
      content.length === 0 ? element('p', 'muted', 'empty message') : null,
    ),
    drawMetadata(metadata),
  )
}

/** A long message scrolls in its own room, so it takes the focus. */
const isLong = (content: Message['content']): boolean => JSON.stringify(content).length > 2000

function drawMetadata(metadata: Message['metadata']): Child {
  if (metadata === null || metadata === undefined || Object.keys(metadata).length === 0) return null
  return element('details', 'metadata', element('summary', {}, 'metadata'), block(metadata))
}
