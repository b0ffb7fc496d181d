import { mostFrequent } from '../../base/group-by.ts'
import { featureLevels } from '../model/comparison-words.ts'
import type { Aspect, PartingCause } from '../model/feature-evidence.ts'
import { valuesIn } from './compare-pairs.ts'
import type { HadBy } from './had-by.ts'
import { describeValueChange } from './how-often.ts'
import { type AspectPair, absentOf } from './read-aspects.ts'

const mostNamed = 3

/** What b does differently in the turn where the sides part, without what follows from another difference there. */
export function describeParted(
  pairs: readonly AspectPair[],
  turn: number,
  telling: ReadonlySet<string>,
): PartingCause[] {
  const reached = pairs.flatMap(({ a, b }) => {
    const [ofA, ofB] = [a.turns.get(turn), b.turns.get(turn)]
    return ofA === undefined || ofB === undefined ? [] : [[ofA, ofB] as const]
  })
  const aspects = new Map(reached.flatMap(([ofA, ofB]) => [...ofA, ...ofB]))
  const turnsOfPairs = [...aspects].flatMap(([key, some]): TurnOfPairs[] => {
    if (!telling.has(`${turn} ${key}`)) return []
    const both = reached.flatMap(([ofA, ofB]): TurnOfPairs['pairs'] => {
      const [a, b] = [valuesIn(ofA, ofA.get(key), some), valuesIn(ofB, ofB.get(key), some)]
      return a === null || b === null ? [] : [[a, b]]
    })
    return [{ aspect: some.aspect, pairs: both }]
  })
  const differing = turnsOfPairs
    .filter(({ pairs }) => pairs.some(([a, b]) => JSON.stringify(a) !== JSON.stringify(b)))
    .sort((one, other) => featureLevels.indexOf(one.aspect.level) - featureLevels.indexOf(other.aspect.level))
  return differing
    .filter(({ aspect }) => !differing.some((other) => follows(aspect, other.aspect)))
    .slice(0, mostNamed)
    .map(describeCause)
}

/** What the two runs of each pair show of an aspect in one turn. */
interface TurnOfPairs {
  aspect: Aspect
  pairs: [a: readonly string[], b: readonly string[]][]
}

/** Describes the value whose frequency differs most between the sides, and what the other side has instead. */
function describeCause({ aspect, pairs }: TurnOfPairs): PartingCause {
  const values = [...new Set(pairs.flatMap(([a, b]) => [...a, ...b]))]
  const had = new Map(values.map((value) => [value, countHad(pairs, value)]))
  const [value = '', { onlyA, onlyB } = nobody] =
    [...had].sort(
      ([one, ofOne], [other, ofOther]) =>
        netOf(ofOther) - netOf(ofOne) ||
        Number(one === absentOf(aspect)) - Number(other === absentOf(aspect)) ||
        ofOther.onlyB - ofOne.onlyB,
    )[0] ?? []
  const more = onlyA > onlyB ? 'a' : 'b'
  const others = pairs.flatMap(([a, b]) => {
    const [own, opposite] = more === 'a' ? [a, b] : [b, a]
    return own.includes(value) && !opposite.includes(value)
      ? (opposite.filter((each) => !own.includes(each))[0] ?? '')
      : []
  })
  const onceAtMost = aspect.level === 'calls' && values.every((each) => each === '0' || each === '1')
  const own = { ...(had.get(value) ?? nobody), pairs: pairs.length }
  const change = { aspect, value, other: mostFrequent(others) ?? '', more, onceAtMost } as const
  const { text, often, does } = describeValueChange(change, own, own)
  return {
    ...aspect,
    text,
    ...(often === undefined ? {} : { often }),
    pairs: pairs.filter(([a, b]) => JSON.stringify(a) !== JSON.stringify(b)).length,
    of: pairs.length,
    a: does.both + does.onlyA,
    b: does.both + does.onlyB,
  }
}

const nobody: HadBy = { pairs: 0, both: 0, onlyA: 0, onlyB: 0 }

const netOf = ({ onlyA, onlyB }: HadBy): number => Math.abs(onlyA - onlyB)

function countHad(pairs: TurnOfPairs['pairs'], value: string): HadBy {
  const had = { pairs: pairs.length, both: 0, onlyA: 0, onlyB: 0 }
  for (const [a, b] of pairs) {
    if (a.includes(value) && b.includes(value)) had.both += 1
    else if (a.includes(value)) had.onlyA += 1
    else if (b.includes(value)) had.onlyB += 1
  }
  return had
}

/** An order follows from the calls, and outputs from a call or its arguments. */
function follows({ level, tool }: Aspect, other: Aspect): boolean {
  if (level === 'order') return other.level === 'calls'
  return level === 'outputs' && tool === other.tool && other.level === 'arguments'
}
