import { highestRate, lowestRate } from '../base/binomial.ts'
import type { ExactShare } from './exact-share-shape.ts'

export type { ExactShare } from './exact-share-shape.ts'

/** `count` of `of` as a share with its interval; null where `of` is 0. */
export function exactShare(count: number, of: number): ExactShare | null {
  return of === 0 ? null : { share: count / of, interval: [lowestRate(count, of), highestRate(count, of)] }
}
