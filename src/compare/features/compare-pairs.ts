import type { SideKey } from '../model/conversation-comparison.ts'
import type { Aspect, AspectSeen, TimesSeen, ValueSeen } from '../model/feature-evidence.ts'
import { differByChance } from './disagreement.ts'
import { type AspectValue, keyOfAspect, type RunAspects } from './read-aspects.ts'

/** Two runs of a pair, as what they do. */
export interface AspectPair {
  /** The side that ran first. */
  first: SideKey
  a: RunAspects
  b: RunAspects
}

/**
 * What pairs of runs show, aspect by aspect. A turn is compared where both runs got to it, so that what is missing after
 * one of them ended is no difference. Each step treats both runs of a pair alike: swapping them swaps what is said of a
 * and b, and changes nothing else. The test of `listFeatures` rests on that.
 */
export function comparePairs(pairs: readonly AspectPair[]): AspectSeen[] {
  const found = new Map<string, Gathered>()
  for (const [index, pair] of pairs.entries()) {
    for (const [key, { aspect, values, judged }] of compareTurns(pair)) {
      const gathered = gather(found, key, aspect)
      gathered.pairs += 1
      if (judged !== undefined) gathered.judged.push(judged)
      for (const [value, { a, b, turns }] of values) addValue(gathered, value, index, a, b, turns)
    }
    const [reachedA, reachedB] = [pair.a.turns.size, pair.b.turns.size]
    if (Math.max(reachedA, reachedB) > 1) {
      const gathered = gather(found, keyOfAspect(reach), reach)
      gathered.pairs += 1
      const turns: [number, number] = [Math.min(reachedA, reachedB), Math.min(reachedA, reachedB)]
      addValue(gathered, further, index, reachedA, reachedB, turns)
    }
    for (const { aspect, a, b } of compareTimes(pair)) {
      const gathered = gather(found, keyOfAspect(aspect), aspect)
      gathered.pairs += 1
      gathered.times.push({ pair: index, a, b, first: pair.first })
    }
  }
  return [...found.values()].map(({ aspect, pairs: seen, values, times, judged }) => ({
    ...aspect,
    pairs: seen,
    values: [...values.values()].map(({ counts, ...value }) => ({ ...value, byChance: differByChance(counts, seen) })),
    ...(times.length === 0 ? {} : { times }),
    ...(judged.length === 0 ? {} : { judges: judgesOf(judged) }),
  }))
}

const reach: Aspect = { level: 'turns' }
/** The one value of `turns`: the side that has it got further than the other. */
const further = 'further'

/** A value, and in how many turns the runs of each pair have it. */
interface CountedValue extends Omit<ValueSeen, 'byChance'> {
  counts: [a: number, b: number][]
}

interface Gathered {
  aspect: Aspect
  pairs: number
  values: Map<string, CountedValue>
  times: TimesSeen[]
  judged: Judged[]
}

function gather(found: Map<string, Gathered>, key: string, aspect: Aspect): Gathered {
  const known = found.get(key) ?? { aspect, pairs: 0, values: new Map(), times: [], judged: [] }
  found.set(key, known)
  return known
}

function addValue(
  { values }: Gathered,
  value: string,
  pair: number,
  a: number,
  b: number,
  [onA, onB]: readonly [number, number],
): void {
  const seen = values.get(value) ?? { value, both: 0, a: [], b: [], counts: [] }
  values.set(value, seen)
  seen.counts.push([a, b])
  if (a === b) seen.both += 1
  else if (a > b) seen.a.push([pair, onA])
  else seen.b.push([pair, onB])
}

/** In how many turns each side has a value, and the first turn in which a alone and b alone has it. */
interface Counted {
  a: number
  b: number
  turns: [a: number, b: number]
}

/** What a judge said of both runs of a pair, and of which words. */
interface Judged {
  differs: boolean
  words: [a: string, b: string]
  error: number | null
}

interface ComparedAspect {
  aspect: Aspect
  values: Map<string, Counted>
  judged?: Judged
}

function compareTurns({ a, b }: AspectPair): Map<string, ComparedAspect> {
  const compared = new Map<string, ComparedAspect>()
  for (const [turn, ofA] of a.turns) {
    const ofB = b.turns.get(turn)
    if (ofB === undefined) continue
    for (const key of new Set([...ofA.keys(), ...ofB.keys()])) {
      const [inA, inB] = [ofA.get(key), ofB.get(key)]
      const some = inA ?? inB
      const [valuesA, valuesB] = [valuesIn(ofA, inA, some), valuesIn(ofB, inB, some)]
      if (some === undefined || valuesA === null || valuesB === null) continue
      const known: ComparedAspect = compared.get(key) ?? { aspect: some.aspect, values: new Map() }
      compared.set(key, known)
      if (inA?.judged !== undefined && inB?.judged !== undefined) known.judged = joinJudged(known.judged, inA, inB)
      for (const value of new Set([...valuesA, ...valuesB])) {
        const counted = known.values.get(value) ?? { a: 0, b: 0, turns: [-1, -1] }
        known.values.set(value, counted)
        const [hasA, hasB] = [valuesA.includes(value), valuesB.includes(value)]
        if (hasA) counted.a += 1
        if (hasB) counted.b += 1
        if (hasA && !hasB && counted.turns[0] < 0) counted.turns[0] = turn
        if (hasB && !hasA && counted.turns[1] < 0) counted.turns[1] = turn
      }
    }
  }
  return compared
}

/** The values of a run in an aspect that this or the other run has; null where there is nothing to look at. */
export function valuesIn(
  turn: ReadonlyMap<string, AspectValue>,
  own: AspectValue | undefined,
  some: AspectValue | undefined,
): readonly string[] | null {
  if (own !== undefined || some === undefined) return own?.values ?? null
  return some.requires !== null && !turn.has(some.requires) ? null : [some.absent]
}

function joinJudged(before: Judged | undefined, a: AspectValue, b: AspectValue): Judged {
  const [oneError, otherError] = [a.judged?.error ?? null, b.judged?.error ?? null]
  const errors = before === undefined ? [oneError, otherError] : [before.error, oneError, otherError]
  return {
    differs: before?.differs === true || a.values[0] !== b.values[0],
    words: [`${before?.words[0] ?? ''}${a.judged?.words}`, `${before?.words[1] ?? ''}${b.judged?.words}`],
    error: errors.includes(null) ? null : Math.max(...errors.map((error) => error ?? 0)),
  }
}

/**
 * How many errors of a judge the differences take at least: differing pairs that share no words. A judge gives the same
 * words the same answer, so that one error of it decides any number of pairs.
 */
function judgesOf(judged: readonly Judged[]): NonNullable<AspectSeen['judges']> {
  const [left, right] = [new Set<string>(), new Set<string>()]
  for (const { words } of judged.filter(({ differs }) => differs)) {
    if (left.has(words[0]) || right.has(words[1])) continue
    left.add(words[0])
    right.add(words[1])
  }
  const errors = judged.map(({ error }) => error)
  return {
    decided: left.size,
    seen: new Set(judged.flatMap(({ words }) => words)).size,
    error: errors.includes(null) ? null : Math.max(...errors.map((error) => error ?? 0)),
  }
}

/** The mean of each kind of time over the places that both runs have. */
function compareTimes({ a, b }: AspectPair): { aspect: Aspect; a: number; b: number }[] {
  const sums = new Map<string, { aspect: Aspect; a: number; b: number; count: number }>()
  for (const [place, { aspect, ms }] of a.times) {
    const other = b.times.get(place)
    if (other === undefined) continue
    const key = keyOfAspect(aspect)
    const sum = sums.get(key) ?? { aspect, a: 0, b: 0, count: 0 }
    sums.set(key, { aspect, a: sum.a + ms, b: sum.b + other.ms, count: sum.count + 1 })
  }
  return [...sums.values()].map((sum) => ({ aspect: sum.aspect, a: sum.a / sum.count, b: sum.b / sum.count }))
}
