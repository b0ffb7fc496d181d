import type { Aspect, HowOften } from '../model/feature-evidence.ts'
import { describeDoing, describeDoingAny, describeFeature } from './describe-feature.ts'
import type { HadBy } from './had-by.ts'
import { absentOf } from './read-aspects.ts'

/** A value that one side has more often, and what the other side usually has instead. */
export interface ValueChange {
  aspect: Aspect
  value: string
  other: string
  /** The side that has it more often. */
  more: 'a' | 'b'
  /** For calls only: no run makes more than one in a turn. */
  onceAtMost: boolean
}

/** A change in words, and in how many pairs each side does what the words say. */
interface ToldChange {
  text: string
  often?: HowOften
  does: HadBy
}

/** Words a change of value by `all`; *no longer* only where one side of `own` never, the other mostly does it. */
export function describeValueChange(change: ValueChange, own: HadBy, all: HadBy): ToldChange {
  const { aspect, value, other, more } = change
  const isAbsence = value === absentOf(aspect)
  const [doing, doingOwn] = isAbsence ? [turnRound(all), turnRound(own)] : [all, own]
  const doer = isAbsence === (more === 'a') ? 'b' : 'a'
  if (isNew(doer === 'b' ? doingOwn : swapSides(doingOwn))) {
    const text = more === 'b' ? describeFeature(aspect, other, value) : describeFeature(aspect, value, other)
    return { text, does: doer === 'b' ? doing : turnRound(doing) }
  }
  const often = doer === 'b' ? 'more' : 'less'
  return { text: `${phraseOf(change, isAbsence)} ${often} often`, often, does: doing }
}

/** As `describeValueChange` for a value of both sides; `seen` counts the pairs in which one has it in more turns. */
export function describeTurnsChange(change: ValueChange, own: HadBy, had: HadBy): ToldChange {
  const { aspect, value, more } = change
  const isAbsence = value === absentOf(aspect)
  const doer = isAbsence === (more === 'a') ? 'b' : 'a'
  const of = (each: HadBy): HadBy => (more === 'b' ? each : swapSides(each))
  if (aspect.level !== 'turns') {
    const text = `${phraseOf(change, isAbsence)} ${doer === 'b' ? 'in more turns' : 'in fewer turns'}`
    return { text, often: 'turns', does: of(had) }
  }
  const text = describeFeature(aspect, '', more === 'b' ? value : '')
  return { text, ...(isNew(of(own)) ? {} : { often: 'turns' as const }), does: of(had) }
}

const isNew = ({ pairs, both, onlyA, onlyB }: HadBy): boolean => both + onlyA === 0 && onlyB * 2 > pairs

const swapSides = ({ pairs, both, onlyA, onlyB }: HadBy): HadBy => ({ pairs, both, onlyA: onlyB, onlyB: onlyA })

function turnRound({ pairs, both, onlyA, onlyB }: HadBy): HadBy {
  return { pairs, both: pairs - both - onlyA - onlyB, onlyA: onlyB, onlyB: onlyA }
}

function phraseOf({ aspect, value, onceAtMost }: ValueChange, isAbsence: boolean): string {
  const isAny = isAbsence || (value === '1' && (aspect.level === 'other entries' || onceAtMost))
  return isAny ? describeDoingAny(aspect) : describeDoing(aspect, value)
}
