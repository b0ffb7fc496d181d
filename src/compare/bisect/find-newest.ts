/** Numbers that may be missing in a row before the versions count as ended. */
const gap = 3

/**
 * The newest numbered version, which no operation lists: strides that double until nothing is there, then halves of the
 * last one. `from` exists. Versions behind a gap of three or more numbers are not found. `exists` gives null to stop.
 */
export async function findNewest(
  from: number,
  exists: (version: number) => Promise<boolean | null>,
): Promise<number | null> {
  const firstOf = async (start: number, before: number): Promise<number | undefined | null> => {
    for (let version = start; version < Math.min(start + gap, before); version += 1) {
      const there = await exists(version)
      if (there !== false) return there === null ? null : version
    }
    return undefined
  }
  let [low, stride] = [from, 1]
  for (;;) {
    const found = await firstOf(low + stride, Number.POSITIVE_INFINITY)
    if (found === null) return null
    if (found === undefined) break
    low = found
    stride *= 2
  }
  let high = low + stride
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    const found = await firstOf(middle, high)
    if (found === null) return null
    if (found === undefined) high = middle
    else low = found
  }
  return low
}
