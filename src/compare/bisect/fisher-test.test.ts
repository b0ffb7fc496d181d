import { describe, expect, it } from 'vitest'
import { fisherTest } from './check-ends.ts'

const of = (passed: number, attempts: number) => ({ passed, failed: attempts - passed })

/** Expected values: the hypergeometric tail, worked out by hand from binomial coefficients. */
describe("Fisher's exact test", () => {
  it.each([
    [5, 5, 0, 5, 1 / 252],
    [4, 5, 0, 5, 5 / 210],
    [3, 3, 0, 3, 1 / 20],
    [1, 1, 0, 1, 1 / 2],
    [5, 5, 5, 5, 1],
    [2, 4, 2, 4, 53 / 70],
    [0, 5, 5, 5, 1],
  ])('gives %i of %i against %i of %i its chance', (a, sizeA, b, sizeB, p) => {
    expect(fisherTest(of(a, sizeA), of(b, sizeB))).toBeCloseTo(p, 12)
  })
})
