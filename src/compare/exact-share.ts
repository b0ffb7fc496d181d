import { highestRate, lowestRate } from '../base/binomial.ts'

/** A share with its exact interval (Clopper and Pearson, 95 %). */
export interface ExactShare {
  share: number
  interval: [from: number, to: number]
}

/** `count` of `of` as a share with its interval; null where `of` is 0. */
export function exactShare(count: number, of: number): ExactShare | null {
  return of === 0 ? null : { share: count / of, interval: [lowestRate(count, of), highestRate(count, of)] }
}
