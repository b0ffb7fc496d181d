/** The median of some numbers: the middle one, or the mean of the two middle ones. */
export function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}

/** The median with the minimum and the maximum. */
export function spread(numbers) {
  return { median: median(numbers), least: Math.min(...numbers), most: Math.max(...numbers) }
}

/** `a` over `b` round by round, so that whatever slows the machine in a round affects both. */
export function ratios(a, b) {
  return spread(a.map((value, round) => value / b[round]))
}
