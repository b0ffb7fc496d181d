/** The number of ways to choose `count` things out of `of` (the binomial coefficient). */
export function countChoices(of: number, count: number): number {
  let ways = 1
  for (let index = 1; index <= count; index += 1) ways = (ways * (of - count + index)) / index
  return ways
}

/** Chances of each count of successes in `trials`, `rate` strictly in 0 to 1; in logarithms against underflow. */
export function* binomialChances(trials: number, rate: number): Generator<number> {
  const odds = Math.log(rate / (1 - rate))
  let logarithm = trials * Math.log(1 - rate)
  for (let count = 0; count <= trials; count += 1) {
    yield Math.exp(logarithm)
    logarithm += odds + Math.log((trials - count) / (count + 1))
  }
}

/** The probability of at most `count` successes in `trials` independent trials; `rate` strictly between 0 and 1. */
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

/** The chance of missing the rate on each side, for 95 % intervals. */
const miss = 0.025

/** Finds the rate from 0 to 1 at which a chance that falls as the rate rises equals `level`, by bisection. */
function solveFalling(chanceAt: (rate: number) => number, level: number): number {
  let [low, high] = [0, 1]
  for (let step = 0; step < 50; step += 1) {
    const middle = (low + high) / 2
    if (chanceAt(middle) > level) low = middle
    else high = middle
  }
  return (low + high) / 2
}

/** The upper end of the 95 % interval: the highest rate at which so few successes are still plausible. */
export function highestRate(count: number, trials: number): number {
  return count >= trials ? 1 : solveFalling((rate) => binomialAtMost(count, trials, rate), miss)
}

/** The lower end of the 95 % interval: the lowest rate at which so many successes are still plausible. */
export function lowestRate(count: number, trials: number): number {
  return count <= 0 ? 0 : solveFalling((rate) => binomialAtMost(count - 1, trials, rate), 1 - miss)
}

/**
 * An interval that covers a rate with at least 95 % confidence even if somebody stopped the trials because
 * they liked the result: the rates under which the trials are not twenty times less likely than under a
 * uniform mixture of all rates. It is wider than an interval for a number of trials fixed in advance (Robbins,
 * *Statistical Methods Related to the Law of the Iterated Logarithm*, 1970).
 */
export function intervalWhenever(passed: number, trials: number): [from: number, to: number] {
  if (trials === 0) return [0, 1]
  let ways = Math.log(trials + 1)
  for (let index = 1; index <= passed; index += 1) ways += Math.log((trials - passed + index) / index)
  const likely = (rate: number): number =>
    Math.exp(ways + times(passed, Math.log(rate)) + times(trials - passed, Math.log1p(-rate)))
  const best = passed / trials
  const level = 2 * miss
  return [
    best * (1 - solveFalling((part) => likely(best * (1 - part)), level)),
    best + (1 - best) * solveFalling((part) => likely(best + (1 - best) * part), level),
  ]
}

/** The product, but 0 when the count is 0, even if the logarithm is infinite. */
function times(count: number, logarithm: number): number {
  return count === 0 ? 0 : count * logarithm
}
