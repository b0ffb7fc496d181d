/** The value that so many percent of some numbers do not exceed. */
export function percentile(numbers, percent) {
  const sorted = [...numbers].sort((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil((sorted.length * percent) / 100) - 1)]
}
