/** The members that have a value: one that is left out is not the same as one that is undefined. */
export function knownMembers<T extends object>(members: T): { [K in keyof T]?: Exclude<T[K], null | undefined> } {
  const entries = Object.entries(members).filter(([, value]) => value !== undefined && value !== null)
  return Object.fromEntries(entries) as { [K in keyof T]?: Exclude<T[K], null | undefined> }
}
