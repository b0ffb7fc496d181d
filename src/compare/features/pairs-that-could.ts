import type { Aspect } from '../model/feature-evidence.ts'
import type { AspectPair, AspectValue } from './read-aspects.ts'

/** In how many pairs both sides could have shown an aspect: both reached such a turn, made the call, were judged. */
export function countPairsThatCould(pairs: readonly AspectPair[]): Map<string, number> {
  const places = new Map<string, { turns: Set<number>; requires: string | null }>()
  for (const { turns } of pairs.flatMap(({ a, b }) => [a, b]))
    for (const [turn, aspects] of turns)
      for (const [key, { aspect, requires, values }] of aspects) {
        if (aspect.level === 'judged' || values === null) continue
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
        if (isUnjudged(ofA, key) || isUnjudged(ofB, key)) return false
        return requires === null || [ofA, ofB].every((turn) => turn.has(requires) && !isUnjudged(turn, requires))
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

/** For aspects not judged everywhere, as a relaxed law: in how many pairs both were judged, in some shared turn. */
export function countPairsJudged(pairs: readonly AspectPair[]): Map<string, { aspect: Aspect; count: number }> {
  const counts = new Map<string, { aspect: Aspect; count: number }>()
  for (const { turns } of pairs.flatMap(({ a, b }) => [a, b]))
    for (const aspects of turns.values())
      for (const [key, { aspect, values }] of aspects) if (values === null) counts.set(key, { aspect, count: 0 })
  for (const [key, each] of counts)
    each.count = pairs.filter(({ a, b }) =>
      [...a.turns].some(([turn, ofA]) => {
        const ofB = b.turns.get(turn)
        return ofB !== undefined && !isUnjudged(ofA, key) && !isUnjudged(ofB, key)
      }),
    ).length
  return counts
}

const isUnjudged = (turn: ReadonlyMap<string, AspectValue>, key: string): boolean => turn.get(key)?.values === null
