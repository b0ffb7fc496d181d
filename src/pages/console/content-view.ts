import type { ContentItem } from '../../wire/api/content-item.ts'
import { type Child, element } from '../kit/element.ts'
import { jsonBlock } from './json-block.ts'
import { linkTo } from './link-to.ts'

/** One piece of a message. Media is linked, never loaded: its address is not this page's to call. */
export function contentView(item: ContentItem): HTMLElement {
  switch (item.type) {
    case 'text':
      return element('p', { class: 'text', dir: 'auto' }, item.text)
    case 'button':
      return piece('button', element('strong', {}, item.text), element('code', { title: 'payload' }, item.payload))
    case 'image':
    case 'video':
      return piece(item.type, linkTo(item.url, item.caption || item.mimeType), mimeType(item.mimeType, item.caption))
    case 'audio':
      return piece('audio', linkTo(item.url, item.mimeType))
    case 'file':
      return piece('file', linkTo(item.url, item.filename || item.mimeType), mimeType(item.mimeType, item.filename))
    default:
      return piece('unknown item', jsonBlock(item))
  }
}

function piece(kind: string, ...children: Child[]): HTMLElement {
  return element(
    'div',
    { class: 'piece', 'data-kind': kind },
    element('span', 'label', kind),
    element('div', {}, ...children),
  )
}

const mimeType = (type: string, label: string): Child => (label === '' ? null : element('span', 'muted', type))
