import { createTally, type Tally } from '../verdict/tally.ts'

/** How often something that has a name was seen. */
export interface NamedTally {
  name: string
  count: Tally
}

/** The tally of a name, which is made when there is none. */
export function tallyNamed(tallies: Map<string, Tally>, name: string): Tally {
  const known = tallies.get(name)
  if (known !== undefined) return known
  const tally = createTally()
  tallies.set(name, tally)
  return tally
}

/** Tallies in the order of their names, which does not depend on the order of the run. */
export function listTallies(tallies: ReadonlyMap<string, Tally>): NamedTally[] {
  return [...tallies].map(([name, count]) => ({ name, count: { ...count } })).sort((a, b) => (a.name < b.name ? -1 : 1))
}
