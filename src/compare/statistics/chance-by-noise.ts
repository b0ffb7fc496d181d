/**
 * How often an agent whose pairs differ at `rate` would, compared with itself, pass as many times more on one side as
 * `difference` says, or more. Each pair adds one to either side with half of the rate. A rate of a half is what the
 * most erratic agent shows, and gives twice the risk of a break where all pairs differ.
 */
export function chanceByNoise(difference: number, pairs: number, rate: number): number {
  let chances = [1]
  for (let pair = 0; pair < pairs; pair += 1) {
    const next: number[] = []
    for (const [index, chance] of chances.entries()) {
      next[index] = (next[index] ?? 0) + (chance * rate) / 2
      next[index + 1] = (next[index + 1] ?? 0) + chance * (1 - rate)
      next[index + 2] = (chance * rate) / 2
    }
    chances = next
  }
  let total = 0
  for (const [index, chance] of chances.entries()) if (Math.abs(index - pairs) >= Math.abs(difference)) total += chance
  return Math.min(1, total)
}
