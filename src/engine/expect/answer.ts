/**
 * What a condition says of a value. Conditions give their misses: none where it holds, and where every miss is a doubt,
 * nobody can tell. This file is the only one that knows what becomes of a doubt inside other conditions.
 */
type Answer = 'holds' | 'fails' | 'cannot tell'

/** A miss; one with a `doubt` says why the condition could not be judged, and neither holds nor fails. */
interface Miss {
  doubt?: string
}

/** The answer that misses are: one that is certain settles it, whatever else is in doubt. */
export function answerOf(misses: readonly Miss[]): Answer {
  if (misses.length === 0) return 'holds'
  return misses.some(({ doubt }) => doubt === undefined) ? 'fails' : 'cannot tell'
}

/** The misses to show: where something certainly fails, what else could not be told does not matter. */
export function certainFirst<T extends Miss>(misses: T[]): T[] {
  return answerOf(misses) === 'fails' ? misses.filter(({ doubt }) => doubt === undefined) : misses
}

/**
 * At least one of several has to hold: where none does, but one cannot tell, neither can the whole. `otherwise` gives the
 * misses where all of them fail.
 */
export function someOf<T extends Miss>(tries: Iterable<T[]>, otherwise: () => T[]): T[] {
  const doubts: T[] = []
  for (const misses of tries) {
    const answer = answerOf(misses)
    if (answer === 'holds') return []
    if (answer === 'cannot tell') doubts.push(...misses)
  }
  return doubts.length > 0 ? doubts : otherwise()
}

/** None of several may hold; a doubt about one of them stays one. `miss` is told which one holds. */
export function noneOf<T extends Miss>(tries: Iterable<T[]>, miss: (index: number) => T): T[] {
  const doubts: T[] = []
  let index = 0
  for (const misses of tries) {
    const answer = answerOf(misses)
    if (answer === 'holds') return [miss(index)]
    if (answer === 'cannot tell') doubts.push(...misses)
    index += 1
  }
  return doubts
}
