import { groupBy } from '../../base/group-by.ts'
import type { Aspect, AspectSeen, TimesSeen, ValueSeen } from '../model/feature-evidence.ts'
import { countApart } from '../statistics/judge-error.ts'
import { differByChance } from './disagreement.ts'
import { countPairsJudged, countPairsThatCould, countTogether } from './pairs-that-could.ts'
import { type AspectPair, type AspectValue, keyOfAspect } from './read-aspects.ts'

/** Compares pairs aspect by aspect in turns that both reached; every step is symmetric, which a test relies on. */
export function comparePairs(pairs: readonly AspectPair[]): AspectSeen[] {
  const gatheredByKey = new Map<string, Gathered>()
  for (const [index, pair] of pairs.entries()) {
    for (const [key, { aspect, values, judged }] of compareTurns(pair)) {
      const gathered = gather(gatheredByKey, key, aspect)
      gathered.shown += 1
      if (judged !== undefined) gathered.judged.push(judged)
      for (const [value, { a, b, turns }] of values) addValue(gathered, value, index, a, b, turns)
    }
    const [reachedA, reachedB] = [reachedBy(pair.a), reachedBy(pair.b)]
    if (Math.max(reachedA, reachedB) > 1 && isReachKnown(pair)) {
      const gathered = gather(gatheredByKey, keyOfAspect(reach), reach)
      gathered.shown += 1
      const turn = Math.min(reachedA, reachedB)
      addValue(gathered, further, index, reachedA, reachedB, [turn, turn])
    }
    for (const { aspect, ...times } of compareTimes(pair)) {
      const gathered = gather(gatheredByKey, keyOfAspect(aspect), aspect)
      gathered.shown += 1
      gathered.times.push({ pair: index, ...times, first: pair.first })
    }
  }
  const could = countPairsThatCould(pairs)
  const shownByAny = [...gatheredByKey].map(([key, { aspect, shown, values, times, judged }]) => {
    const all = aspect.level === 'turns' ? pairs.filter(isReachKnown).length : Math.max(shown, could.get(key) ?? 0)
    return {
      ...aspect,
      pairs: all,
      ...(all === shown ? {} : { shown }),
      ...(aspect.level === 'calls' ? { together: countTogether(pairs, key) } : {}),
      values: [...values.values()].map(({ counts, fewer, ...value }) => ({
        ...value,
        byChance: differByChance(counts, shown),
        ...(fewer[0] + fewer[1] === 0 ? {} : { fewer }),
      })),
      ...(times.length === 0 ? {} : { times }),
      ...(judged.length === 0 ? {} : { judges: judgesOf(judged) }),
    }
  })
  // Aspects that no run shows and that some pairs could not have shown: only the number of pairs is worth
  // reporting.
  const neverShown = [...countPairsJudged(pairs)].flatMap(([key, { aspect, count }]): AspectSeen[] =>
    gatheredByKey.has(key) || count === pairs.length ? [] : [{ ...aspect, pairs: count, shown: 0, values: [] }],
  )
  return [...shownByAny, ...neverShown]
}

/** How many turns a run reached, whether or not they could be judged. */
const reachedBy = ({ turns, unjudged }: AspectPair['a']): number => turns.size + unjudged.size

/** Whether the side that reached fewer turns ended by itself, or both did where they reached as many. */
function isReachKnown({ a, b }: AspectPair): boolean {
  const more = reachedBy(a) - reachedBy(b)
  return (a.ended || more > 0) && (b.ended || more < 0)
}

const reach: Aspect = { level: 'turns' }
/** The only value of `turns`: this side got further than the other. */
const further = 'further'

/** A value, and in how many turns each run of each pair has it. */
interface CountedValue extends Omit<ValueSeen, 'byChance' | 'fewer'> {
  counts: [a: number, b: number][]
  fewer: [a: number, b: number]
}

interface Gathered {
  aspect: Aspect
  /** Pairs in which a side does anything of this aspect. */
  shown: number
  values: Map<string, CountedValue>
  times: TimesSeen[]
  judged: Judged[]
}

function gather(byKey: Map<string, Gathered>, key: string, aspect: Aspect): Gathered {
  const entry = byKey.get(key) ?? { aspect, shown: 0, values: new Map(), times: [], judged: [] }
  byKey.set(key, entry)
  return entry
}

function addValue(
  { values }: Gathered,
  value: string,
  pair: number,
  a: number,
  b: number,
  [onA, onB]: readonly [number, number],
): void {
  const tallied: CountedValue = values.get(value) ?? { value, both: 0, a: [], b: [], counts: [], fewer: [0, 0] }
  values.set(value, tallied)
  tallied.counts.push([a, b])
  if (a === b) tallied.both += 1
  else if (a > b) tallied.a.push([pair, onA])
  else tallied.b.push([pair, onB])
  if (a > b && b > 0) tallied.fewer[0] += 1
  if (b > a && a > 0) tallied.fewer[1] += 1
}

/** In how many turns each side has a value, and the first turn in which only a and only b has it. */
interface Counted {
  a: number
  b: number
  turns: [a: number, b: number]
}

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
      const entry: ComparedAspect = compared.get(key) ?? { aspect: some.aspect, values: new Map() }
      compared.set(key, entry)
      if (inA?.judged !== undefined && inB?.judged !== undefined) entry.judged = joinJudged(entry.judged, inA, inB)
      for (const value of new Set([...valuesA, ...valuesB])) {
        const tally = entry.values.get(value) ?? { a: 0, b: 0, turns: [-1, -1] }
        entry.values.set(value, tally)
        const [hasA, hasB] = [valuesA.includes(value), valuesB.includes(value)]
        if (hasA) tally.a += 1
        if (hasB) tally.b += 1
        if (hasA && !hasB && tally.turns[0] < 0) tally.turns[0] = turn
        if (hasB && !hasA && tally.turns[1] < 0) tally.turns[1] = turn
      }
    }
  }
  return compared
}

/** A run's values in an aspect that either run of the pair has; null where it cannot be compared or was not judged. */
export function valuesIn(
  turn: ReadonlyMap<string, AspectValue>,
  own: AspectValue | undefined,
  some: AspectValue | undefined,
): readonly string[] | null {
  if (own !== undefined || some === undefined) return own?.values ?? null
  const applies = some.requires === null || (turn.get(some.requires)?.values ?? null) !== null
  return some.absent === null || !applies ? null : [some.absent]
}

function joinJudged(before: Judged | undefined, a: AspectValue, b: AspectValue): Judged {
  const [oneError, otherError] = [a.judged?.error ?? null, b.judged?.error ?? null]
  const errors = before === undefined ? [oneError, otherError] : [before.error, oneError, otherError]
  return {
    differs: before?.differs === true || a.values?.[0] !== b.values?.[0],
    words: [`${before?.words[0] ?? ''}${a.judged?.words}`, `${before?.words[1] ?? ''}${b.judged?.words}`],
    error: errors.includes(null) ? null : Math.max(...errors.map((error) => error ?? 0)),
  }
}

/** The fewest judge errors that explain the differences: pairs that share no words, since same words, same answer. */
function judgesOf(judged: readonly Judged[]): NonNullable<AspectSeen['judges']> {
  const errors = judged.map(({ error }) => error)
  return {
    decided: countApart(judged.filter(({ differs }) => differs).map(({ words }) => words)),
    seen: new Set(judged.flatMap(({ words }) => words)).size,
    error: errors.includes(null) ? null : Math.max(...errors.map((error) => error ?? 0)),
  }
}

/** The mean of each kind of time over the places that both runs have, overall and by turn. */
function compareTimes({ a, b }: AspectPair): (Pick<TimesSeen, 'a' | 'b' | 'turns'> & { aspect: Aspect })[] {
  const both = [...a.times].flatMap(([place, { ms, ...time }]) => {
    const other = b.times.get(place)
    return other === undefined ? [] : [{ ...time, a: ms, b: other.ms }]
  })
  return groupBy(both, ({ aspect }) => keyOfAspect(aspect)).map((all) => {
    const byTurn = groupBy(all, ({ turn }) => String(turn))
    const turns = byTurn.map((own): [number, number, number] => [own[0].turn, mean(own, 'a'), mean(own, 'b')])
    return { aspect: all[0].aspect, a: mean(all, 'a'), b: mean(all, 'b'), ...(turns.length < 2 ? {} : { turns }) }
  })
}

function mean(times: readonly { a: number; b: number }[], side: 'a' | 'b'): number {
  return times.reduce((sum, time) => sum + time[side], 0) / times.length
}
