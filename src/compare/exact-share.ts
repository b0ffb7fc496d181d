import { highestRate, lowestRate } from '../base/binomial.ts'

/** A share with its exact interval (Clopper and Pearson, 95 %). */
export interface ExactShare {
  share: number
  interval: [from: number, to: number]
}

/** The share that `count` of so many are; null of none. */
export function exactShare(count: number, of: number): ExactShare | null {
  return of === 0 ? null : { share: count / of, interval: [lowestRate(count, of), highestRate(count, of)] }
}
