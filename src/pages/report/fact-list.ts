import { element } from '../kit/element.ts'

/** Facts by name; those that are not known are left out. */
export function factList(facts: readonly (readonly [name: string, value: string | null])[]): HTMLElement {
  const known = facts.filter((fact): fact is [string, string] => fact[1] !== null)
  return element(
    'dl',
    'facts',
    ...known.map(([name, value]) => element('div', {}, element('dt', {}, name), element('dd', {}, value))),
  )
}
