import { highestRate, lowestRate } from '../base/binomial.ts'
import type { ExactShare } from './exact-share-shape.ts'

export type { ExactShare } from './exact-share-shape.ts'

/** `count` of `of` as a share with its interval; null where `of` is 0. */
export function exactShare(count: number, of: number): ExactShare | null {
  return of === 0 ? null : { share: count / of, interval: [lowestRate(count, of), highestRate(count, of)] }
}

/** How many it takes for the interval to end at a share, where as many are found as now. */
export function describeEnough(count: number, of: number, share: number, units: string): string {
  let enough = of
  while (enough < 20_000 && highestRate(count, enough) > share) enough += Math.max(1, Math.round(enough / 50))
  return `${enough < 20_000 ? `about ${enough}` : 'more'} ${units} would settle it`
}
