/** The value that so many per cent of the numbers do not exceed. */
export function percentile(numbers, percent) {
  const sorted = [...numbers].sort((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil((sorted.length * percent) / 100) - 1)]
}
