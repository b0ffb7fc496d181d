/** A time that something took, in milliseconds; one that is negative says nothing and is not known (null). */
export function knownTime(ms: number | null): number | null {
  return ms !== null && ms >= 0 ? ms : null
}
