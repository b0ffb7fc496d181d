import type { ContentItem } from '../../wire/api/content-item.ts'
import { type Child, element } from '../kit/element.ts'
import { indentJson } from '../kit/indent-json.ts'

/** One piece of a message other than text. Addresses are text: nothing of them is linked or loaded. */
export function drawItem(item: ContentItem): HTMLElement {
  switch (item.type) {
    case 'text':
      return element('p', { class: 'text', dir: 'auto' }, item.text)
    case 'button':
      return piece('button', element('strong', {}, item.text), element('code', {}, item.payload))
    case 'image':
    case 'video':
      return piece(item.type, item.caption === '' ? null : element('span', {}, item.caption), ...media(item))
    case 'file':
      return piece('file', element('span', {}, item.filename), ...media(item))
    case 'audio':
      return piece('audio', ...media(item))
    default:
      return piece('unknown item', block(item))
  }
}

/** A value as JSON that is easy to read; long blocks scroll, so they take the focus. */
export function block(value: unknown): HTMLElement {
  return textBlock(JSON.stringify(value) ?? 'nothing')
}

/** Text as it came, indented when it is JSON. */
export function textBlock(text: string): HTMLElement {
  return element('pre', { tabindex: '0' }, indentJson(text) ?? text)
}

const media = ({ mimeType, url }: { mimeType: string; url: string }): HTMLElement[] => [
  element('span', 'muted', mimeType),
  element('code', 'address', url),
]

function piece(kind: string, ...children: Child[]): HTMLElement {
  return element('div', 'piece', element('span', 'label', kind), element('div', {}, ...children))
}
