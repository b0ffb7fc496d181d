/** The 95 % quantile of the normal distribution, two-sided. */
const z = 1.959964

/** The Wilson score interval of a rate, from 0 to 1: right for few attempts and for rates near the ends, where the plain one is not. */
export function wilsonInterval(passed: number, of: number): [from: number, to: number] {
  const rate = passed / of
  const middle = (rate + z ** 2 / (2 * of)) / (1 + z ** 2 / of)
  const half = (z / (1 + z ** 2 / of)) * Math.sqrt((rate * (1 - rate)) / of + z ** 2 / (4 * of ** 2))
  return [Math.max(0, middle - half), Math.min(1, middle + half)]
}
