import { type Child, element } from '../kit/element.ts'

/** A part of an opened conversation under its heading. */
export function part(title: string, ...children: Child[]): HTMLElement {
  return element('section', 'part', element('h4', {}, title), ...children)
}
