import { visibleText } from './visible-text.ts'

/** What an element can hold; null holds a place for nothing. */
export type Child = Node | string | null

/** Attributes by name; null leaves one out. Names are never data. */
export type Attributes = Record<string, string | null>

/** Builds an element. Text given here is only ever text: this page has no other way to put data into the document. */
export function element(tag: string, attributes: Attributes | string = {}, ...children: readonly Child[]): HTMLElement {
  const built = document.createElement(tag)
  const given = typeof attributes === 'string' ? { class: attributes } : attributes
  for (const [name, value] of Object.entries(given)) if (value !== null) built.setAttribute(name, value)
  for (const child of children) {
    if (typeof child === 'string') built.append(...visibleText(child))
    else if (child !== null) built.append(child)
  }
  return built
}
