/**
 * The probability of each count of successes in `trials` independent trials, from none to all. `rate` is between 0 and
 * 1, both excluded. Computed in logarithms, since 0.5 to the power of 1,100 underflows.
 */
export function* binomialChances(trials: number, rate: number): Generator<number> {
  const odds = Math.log(rate / (1 - rate))
  let logarithm = trials * Math.log(1 - rate)
  for (let count = 0; count <= trials; count += 1) {
    yield Math.exp(logarithm)
    logarithm += odds + Math.log((trials - count) / (count + 1))
  }
}

/**
 * How likely at most `count` successes are in `trials` independent trials. `rate` is from 0 to 1, both ends left out.
 */
export function binomialAtMost(count: number, trials: number, rate: number): number {
  let total = 0
  let reached = 0
  for (const chance of binomialChances(trials, rate)) {
    if (reached > count) break
    total += chance
    reached += 1
  }
  return Math.min(1, total)
}
