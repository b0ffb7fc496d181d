import { type Aspect, featureLevels, type Parting } from '../model/feature-evidence.ts'
import { type AspectPair, valuesIn } from './compare-pairs.ts'
import { describeFeature } from './describe-feature.ts'
import type { AspectValue, RunAspects } from './read-aspects.ts'

/**
 * Over the root of the number of pairs: by how much more often the sides must differ from each other than from themselves, as a share of
 * pairs. What comes and goes on both sides alike does so by about that.
 */
const leastExcess = 0.6

/** At most this many runs of a side are held against each other. */
const mostRuns = 12

/**
 * From which turn on the sides of a conversation differ: of the pairs that do, in most this is the first turn with a difference
 * beyond how much each side differs from itself. Null where there is none. This describes the runs and proves nothing.
 */
export function findParting(pairs: readonly AspectPair[]): Parting | null {
  const turns = [...new Set(pairs.flatMap(({ a, b }) => [...a.turns.keys(), ...b.turns.keys()]))].sort(
    (one, other) => one - other,
  )
  const between = pairs.map(({ a, b }) => differences(a, b, turns))
  const within = (['a', 'b'] as const).flatMap((side) => listPairs(pairs.slice(0, mostRuns).map((pair) => pair[side])))
  const excess = shareOf(between)
  for (const [key, share] of shareOf(within.map(([one, other]) => differences(one, other, turns))))
    excess.set(key, (excess.get(key) ?? 0) - share)
  const greatest = Math.max(0, ...excess.values())
  if (greatest < leastExcess / Math.sqrt(pairs.length)) return null
  const firsts = between.flatMap((found) => {
    const telling = [...found].filter(([key]) => (excess.get(key) ?? 0) >= greatest / 2)
    return telling.length === 0 ? [] : [Math.min(...telling.map(([, turn]) => turn))]
  })
  const counts = new Map<number, number>()
  for (const turn of firsts) counts.set(turn, (counts.get(turn) ?? 0) + 1)
  const [most] = [...counts].sort(([one, times], [other, more]) => more - times || one - other)
  if (most === undefined || most[1] < Math.min(2, pairs.length - 1)) return null
  const [turn] = most
  const telling = new Set([...excess].flatMap(([key, share]) => (share >= greatest / 2 ? [key] : [])))
  return { turn, pairs: most[1], of: firsts.length, first: describeTurn(pairs, turn, telling) }
}

/** At most this many differences of the turn are named. */
const mostNamed = 3

/** What differs in a turn, as b does it, without what follows from something else of the same turn. */
function describeTurn(pairs: readonly AspectPair[], turn: number, telling: ReadonlySet<string>): Parting['first'] {
  const found = new Map<string, { aspect: Aspect; a: string[]; b: string[] }>()
  const reached = pairs.filter(({ a, b }) => a.turns.has(turn) && b.turns.has(turn))
  for (const pair of reached) {
    const [ofA, ofB] = [pair.a.turns.get(turn) ?? none, pair.b.turns.get(turn) ?? none]
    for (const key of new Set([...ofA.keys(), ...ofB.keys()])) {
      const some = ofA.get(key) ?? ofB.get(key)
      const [a, b] = [valuesIn(ofA, ofA.get(key), some), valuesIn(ofB, ofB.get(key), some)]
      if (!telling.has(`${turn} ${key}`) || some === undefined || a === null || b === null) continue
      const [onlyA, onlyB] = [a.filter((value) => !b.includes(value)), b.filter((value) => !a.includes(value))]
      if (onlyA.length + onlyB.length === 0) continue
      const known = found.get(key) ?? { aspect: some.aspect, a: [], b: [] }
      found.set(key, known)
      known.a.push(onlyA[0] ?? '')
      known.b.push(onlyB[0] ?? '')
    }
  }
  const differing = [...found.values()].sort(
    (one, other) => featureLevels.indexOf(one.aspect.level) - featureLevels.indexOf(other.aspect.level),
  )
  return differing
    .filter(({ aspect }) => !differing.some((other) => follows(aspect, other.aspect)))
    .slice(0, mostNamed)
    .map(({ aspect, a, b }) => ({
      text: describeFeature(aspect, mostOften(a), mostOften(b)),
      pairs: a.length,
      of: reached.length,
    }))
}

const none: ReadonlyMap<string, AspectValue> = new Map()

/** An order follows from the calls, and outputs from a call or its arguments. */
function follows({ level, tool }: Aspect, other: Aspect): boolean {
  if (level === 'order') return other.level === 'calls'
  return level === 'outputs' && tool === other.tool && other.level === 'arguments'
}

function mostOften(values: readonly string[]): string {
  const counts = new Map<string, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts].sort(([, one], [, other]) => other - one)[0]?.[0] ?? ''
}

function listPairs(runs: readonly RunAspects[]): [RunAspects, RunAspects][] {
  return runs.flatMap((one, index) => runs.slice(index + 1).map((other): [RunAspects, RunAspects] => [one, other]))
}

/** Where two runs differ: the turn by a key of turn and aspect. A turn that one of them alone reached differs in that. */
function differences(a: RunAspects, b: RunAspects, turns: readonly number[]): Map<string, number> {
  const found = new Map<string, number>()
  for (const turn of turns) {
    const [ofA, ofB] = [a.turns.get(turn), b.turns.get(turn)]
    if (ofA === undefined || ofB === undefined) {
      if (ofA !== ofB) found.set(`${turn} reached`, turn)
      continue
    }
    if (a.failed.has(turn) !== b.failed.has(turn)) found.set(`${turn} passed`, turn)
    for (const key of new Set([...ofA.keys(), ...ofB.keys()])) {
      const [inA, inB] = [ofA.get(key), ofB.get(key)]
      const [one, other] = [valuesIn(ofA, inA, inA ?? inB), valuesIn(ofB, inB, inA ?? inB)]
      if (one !== null && other !== null && JSON.stringify(one) !== JSON.stringify(other))
        found.set(`${turn} ${key}`, turn)
    }
  }
  return found
}

/** In which share of comparisons each difference comes. */
function shareOf(compared: readonly ReadonlyMap<string, number>[]): Map<string, number> {
  const shares = new Map<string, number>()
  for (const found of compared)
    for (const key of found.keys()) shares.set(key, (shares.get(key) ?? 0) + 1 / compared.length)
  return shares
}
