import { element } from '../kit/element.ts'
import { indentJson } from '../kit/indent-json.ts'

/** Text in a block, indented when it is JSON. Long blocks scroll, so they take the focus. */
export function textBlock(text: string): HTMLElement {
  return element('pre', { tabindex: '0' }, indentJson(text) ?? text)
}

/** A value as an indented block of JSON. */
export function jsonBlock(value: unknown): HTMLElement {
  return textBlock(JSON.stringify(value) ?? 'undefined')
}

/** A value for a list of facts: plain text bare, anything else as JSON. */
export function factValue(value: unknown): HTMLElement {
  if (typeof value === 'string') return element('span', 'text', value)
  if (typeof value === 'object' && value !== null) return jsonBlock(value)
  return element('code', {}, String(value))
}
