/**
 * What a condition says of a value. Conditions return their misses: no miss means that it holds; if every miss
 * is a doubt, the answer is unknown. Only this file knows how doubts propagate through combined conditions.
 */
type Answer = 'holds' | 'fails' | 'cannot tell'

/** A miss. One with a `doubt` could neither be confirmed nor refuted, and says why. */
interface Miss {
  doubt?: string
}

/** The answer that misses amount to: a single certain miss settles it, whatever else is in doubt. */
export function answerOf(misses: readonly Miss[]): Answer {
  if (misses.length === 0) return 'holds'
  return misses.some(({ doubt }) => doubt === undefined) ? 'fails' : 'cannot tell'
}

/** The misses to show: where something certainly fails, doubts about the rest do not matter. */
export function certainFirst<T extends Miss>(misses: T[]): T[] {
  return answerOf(misses) === 'fails' ? misses.filter(({ doubt }) => doubt === undefined) : misses
}

/**
 * At least one of several must hold: if none does but one is in doubt, so is the whole. `otherwise` gives the
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

/** None of several may hold; a doubt about one stays a doubt. `miss` receives the index of the one that holds. */
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
