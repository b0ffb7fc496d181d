import { type Child, element } from '../kit/element.ts'

/** A part of the page that opens: a heading with a word about what is inside, and what is inside, drawn when it is first opened. */
export function fold(title: string, about: Child, draw: () => readonly Child[], open = false): HTMLDetailsElement {
  const details = element(
    'details',
    'fold',
    element('summary', {}, element('h2', {}, title), about === null ? null : element('span', 'about', about)),
  ) as HTMLDetailsElement
  let drawn = false
  const fill = (): void => {
    if (!drawn) details.append(element('div', 'fold-body', ...draw()))
    drawn = true
  }
  details.addEventListener('toggle', () => details.open && fill())
  if (open) {
    details.open = true
    fill()
  }
  return details
}
