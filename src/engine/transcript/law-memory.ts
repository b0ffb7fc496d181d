/** What the laws of a turn have to know of the turns before it, in the order in which they were taken. */
export interface LawMemory {
  /** The call ids of earlier turns; each turn adds its own. */
  callIds: Set<string>
  /** The latest moment of the turn before that had any, and what that turn is called; null before the first. */
  latest: { ms: number; turn: string } | null
}

/** Nothing was said yet. */
export function createLawMemory(): LawMemory {
  return { callIds: new Set(), latest: null }
}
