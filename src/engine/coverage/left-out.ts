/** What says how many conversations did not run because `only: true` stands on others; left out where none were. */
export interface LeftOut {
  leftOutByOnly?: number
}

/** The same in words, for every report: what did not run must not look as if it had passed; null where nothing was left out. */
export function describeLeftOut({ leftOutByOnly = 0 }: LeftOut): string | null {
  if (leftOutByOnly === 0) return null
  return `only: true left out ${leftOutByOnly} ${leftOutByOnly === 1 ? 'conversation' : 'conversations'}`
}

/** As a member of a result. */
export function leftOutMember(count: number): LeftOut {
  return count === 0 ? {} : { leftOutByOnly: count }
}
