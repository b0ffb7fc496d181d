/** Whether two values of JSON are the same, whatever the order of the members of their objects. */
export function sameJson(one: unknown, two: unknown): boolean {
  if (one === two) return true
  if (typeof one !== 'object' || typeof two !== 'object' || one === null || two === null) return false
  if (Array.isArray(one) !== Array.isArray(two)) return false
  let more = 0
  for (const key in one) {
    if (!Object.hasOwn(two, key)) return false
    if (!sameJson((one as Record<string, unknown>)[key], (two as Record<string, unknown>)[key])) return false
    more -= 1
  }
  for (const _ in two) more += 1
  return more === 0
}
