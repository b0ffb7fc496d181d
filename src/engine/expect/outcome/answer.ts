/** No miss: it holds; only doubts: unknown. Only this file knows how doubts propagate through combinations. */
type Answer = 'holds' | 'fails' | 'cannot tell'

/** With a `doubt`, neither confirmed nor refuted; `neither` where it is the agent's fault that nobody can tell. */
interface Miss {
  doubt?: string
  neither?: true
}

/** Misses that have reached the expectation itself: what holds neither way fails there, whatever negations it is under. */
export function resolveMisses<T extends Miss>(misses: T[]): T[] {
  return isUnclear(misses) ? misses.map(settleOne) : misses
}

export function isUnclear(misses: readonly Miss[]): boolean {
  return misses.some(({ neither }) => neither)
}

function settleOne<T extends Miss>(miss: T): T {
  if (miss.neither !== true) return miss
  const { doubt: _, neither: __, ...certain } = miss
  return certain as T
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

/** If none holds but one is in doubt, so is the whole. `otherwise` gives the misses where all fail. */
export function someOf<T extends Miss>(tries: Iterable<T[]>, otherwise: () => T[]): T[] {
  const [doubts, unclear]: [T[], T[]] = [[], []]
  for (const misses of tries) {
    const answer = answerOf(misses)
    if (answer === 'holds') return []
    if (answer === 'cannot tell') (isUnclear(misses) ? unclear : doubts).push(...misses)
  }
  const open = doubts.length > 0 ? doubts : unclear
  return open.length > 0 ? open : otherwise()
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
