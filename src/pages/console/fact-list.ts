import { type Child, element } from '../kit/element.ts'

/** Names and values in two aligned columns; facts whose value is null are left out. */
export function factList(facts: readonly (readonly [name: string, value: Child])[]): HTMLElement {
  const rows = facts.filter(([, value]) => value !== null && value !== '')
  return element(
    'dl',
    'facts',
    ...rows.map(([name, value]) =>
      element('div', { 'data-key': name }, element('dt', {}, name), element('dd', {}, value)),
    ),
  )
}
