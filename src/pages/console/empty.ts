import { type Child, element } from '../kit/element.ts'

/** What stands where nothing is yet: what is missing, and what to do about it. */
export function empty(title: string, ...advice: Child[]): HTMLElement {
  return element('div', { class: 'empty', 'data-key': title }, element('p', {}, title), element('p', {}, ...advice))
}
