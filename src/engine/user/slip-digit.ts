import type { Choose } from '../../base/choose-by.ts'

/**
 * A text with one digit of a fact changed, by seed: what it should have been and what it is now; null where no fact with a
 * digit is told. The wrong value is none of the facts.
 */
export function changeDigit(
  text: string,
  facts: readonly { name: string; value: string }[],
  choose: Choose,
): { text: string; right: string; wrong: string } | null {
  const told = facts.filter(({ value }) => /\d/.test(value) && text.includes(value))
  const fact = choose(told, 'digit', 'fact')
  if (fact === undefined) return null
  const places = [...fact.value.matchAll(/\d/g)].map(({ index }) => index)
  const place = choose(places, 'digit', 'place', fact.name)
  const digit = fact.value[place ?? 0]
  const others = '0123456789'.split('').filter((each) => each !== digit)
  const candidates = others
    .map((each) => fact.value.slice(0, place) + each + fact.value.slice((place ?? 0) + 1))
    .filter((wrong) => !facts.some(({ value }) => value === wrong))
  const wrong = choose(candidates, 'digit', 'value', fact.name)
  return wrong === undefined ? null : { text: text.replaceAll(fact.value, wrong), right: fact.value, wrong }
}
