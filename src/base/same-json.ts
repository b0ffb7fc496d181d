/** Whether two values of JSON are the same, whatever the order of the members of their objects. */
export function sameJson(one: unknown, two: unknown): boolean {
  if (one === two) return true
  if (typeof one !== 'object' || typeof two !== 'object' || one === null || two === null) return false
  if (Array.isArray(one) || Array.isArray(two)) return Array.isArray(one) && Array.isArray(two) && sameItems(one, two)
  const members = Object.keys(one)
  if (members.length !== Object.keys(two).length) return false
  for (const key of members) {
    if (!Object.hasOwn(two, key)) return false
    if (!sameJson((one as Record<string, unknown>)[key], (two as Record<string, unknown>)[key])) return false
  }
  return true
}

function sameItems(one: readonly unknown[], two: readonly unknown[]): boolean {
  return one.length === two.length && one.every((item, index) => sameJson(item, two[index]))
}
