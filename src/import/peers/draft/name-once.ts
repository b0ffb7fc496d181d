/** The name, or the first of `name (2)`, `name (3)` that is not taken; it is taken from now on. Blank names become `fallback`. */
export function nameOnce(name: string, fallback: string, taken: Set<string>): string {
  const wanted = name.replace(/\s+/g, ' ').trim() || fallback
  let [free, number] = [wanted, 2]
  while (taken.has(free)) free = `${wanted} (${number++})`
  taken.add(free)
  return free
}
