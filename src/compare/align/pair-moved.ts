import { likenessOf } from './likeness.ts'
import type { Unit } from './unit.ts'

/** Calls of one name whose arguments are less alike are two calls, one gone and one new. */
const alikeEnough = 0.7

/** So many calls of one name are compared with each other at most. */
const groupLimit = 40

/** Of the calls that found no counterpart in order, those that come at another place: of one name, the most alike first. */
export function pairMoved(a: readonly Unit[], b: readonly Unit[]): Map<Unit, Unit> {
  const moved = new Map<Unit, Unit>()
  const others = groupCalls(b)
  for (const [label, here] of groupCalls(a)) {
    const there = (others.get(label) ?? []).slice(0, groupLimit)
    const pairs = here
      .slice(0, groupLimit)
      .flatMap((one) => there.map((two) => ({ one, two, likeness: likenessOf(one, two) })))
    const taken = new Set<Unit>()
    for (const { one, two, likeness } of pairs.sort((x, y) => y.likeness - x.likeness)) {
      if (likeness < alikeEnough || moved.has(one) || taken.has(two)) continue
      moved.set(one, two)
      taken.add(two)
    }
  }
  return moved
}

function groupCalls(units: readonly Unit[]): Map<string, Unit[]> {
  const groups = new Map<string, Unit[]>()
  for (const unit of units) {
    if (unit.call === null) continue
    const group = groups.get(unit.label)
    if (group === undefined) groups.set(unit.label, [unit])
    else group.push(unit)
  }
  return groups
}
