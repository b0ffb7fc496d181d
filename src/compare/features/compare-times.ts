import { groupBy } from '../../base/group-by.ts'
import type { Aspect, TimesSeen } from '../model/feature-evidence.ts'
import { type AspectPair, keyOfAspect } from './read-aspects.ts'

/** The mean of each kind of time over the places that both runs have, overall and by turn. */
export function compareTimes({ a, b }: AspectPair): (Pick<TimesSeen, 'a' | 'b' | 'turns'> & { aspect: Aspect })[] {
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
