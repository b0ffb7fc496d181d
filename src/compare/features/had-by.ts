import type { Aspect, AspectSeen } from '../model/feature-evidence.ts'
import { absentOf, callOf } from './read-aspects.ts'

/** In how many of the pairs both sides have a value, only a, or only b. */
export interface HadBy {
  pairs: number
  both: number
  onlyA: number
  onlyB: number
}

export function addHad(some: readonly HadBy[]): HadBy {
  const sum = { pairs: 0, both: 0, onlyA: 0, onlyB: 0 }
  for (const { pairs, both, onlyA, onlyB } of some) {
    sum.pairs += pairs
    sum.both += both
    sum.onlyA += onlyA
    sum.onlyB += onlyB
  }
  return sum
}

/** The counts of a value that no run has and some could; doing nothing is had by each run that shows nothing. */
export function hadNever(aspect: Aspect, value: string, aspects: readonly AspectSeen[]): HadBy {
  const own = aspects.find((each) => isSame(each, aspect))
  const pairs = own?.pairs ?? couldHave(aspect, aspects)
  const presence = own === undefined ? 0 : (own.shown ?? pairs)
  return { pairs, both: value === absentOf(aspect) ? pairs - presence : 0, onlyA: 0, onlyB: 0 }
}

/** In how many pairs of a conversation both sides could have done something that no run does. */
function couldHave(aspect: Aspect, aspects: readonly AspectSeen[]): number {
  if (aspect.level === 'judged' || aspect.level === 'turns' || aspect.level === 'latency') return 0
  const call = callOf(aspect)
  if (call !== null) return aspects.find((each) => isSame(each, call))?.together ?? 0
  return Math.max(0, ...aspects.flatMap(({ level, pairs }) => (level === 'latency' ? [] : [pairs])))
}

function isSame(one: Aspect, other: Aspect): boolean {
  return one.level === other.level && one.tool === other.tool && one.name === other.name
}
