import type { AspectPair } from './read-aspects.ts'

/**
 * In how many pairs both sides could have shown an aspect, whether or not they did: both got to a turn in which some run does, and of
 * what belongs to a call both make that call there. A criterion is looked at where it was judged, which both runs have alike.
 */
export function countPairsThatCould(pairs: readonly AspectPair[]): Map<string, number> {
  const places = new Map<string, { turns: Set<number>; requires: string | null }>()
  for (const { turns } of pairs.flatMap(({ a, b }) => [a, b]))
    for (const [turn, aspects] of turns)
      for (const [key, { aspect, requires }] of aspects) {
        if (aspect.level === 'judged') continue
        const place = places.get(key) ?? { turns: new Set(), requires }
        places.set(key, place)
        place.turns.add(turn)
      }
  const counts = new Map<string, number>()
  for (const [key, { turns, requires }] of places) {
    const could = pairs.filter(({ a, b }) =>
      [...turns].some((turn) => {
        const [ofA, ofB] = [a.turns.get(turn), b.turns.get(turn)]
        if (ofA === undefined || ofB === undefined) return false
        return requires === null || (ofA.has(requires) && ofB.has(requires))
      }),
    )
    counts.set(key, could.length)
  }
  return counts
}

/** In how many pairs both sides make a call in the same turn. */
export function countTogether(pairs: readonly AspectPair[], call: string): number {
  return pairs.filter(({ a, b }) => [...a.turns].some(([turn, own]) => own.has(call) && b.turns.get(turn)?.has(call)))
    .length
}
