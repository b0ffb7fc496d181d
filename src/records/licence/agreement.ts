import { binomialAtMost, highestRate, lowestRate } from '../../base/binomial.ts'
import type { Agreement } from '../../engine/expect/outcome/judgement.ts'
import type { JudgeFinding } from '../../suite/language/expectations/judge-expectation.ts'

/** `right` of `of`. */
export interface RightCount {
  right: number
  of: number
}

/** How often a probe moved a judge, out of the examples on which that could show. */
export interface Moves {
  moved: number
  of: number
}

/** The rate with its exact 95 % interval (Clopper and Pearson). */
export function agreementOf({ right, of }: RightCount): Agreement {
  return { right, of, interval: [lowestRate(right, of), highestRate(right, of)] }
}

/** The exact 95 % interval of the rate at which a probe moves a judge. */
export function intervalOfMoves({ moved, of }: Moves): [from: number, to: number] {
  return [lowestRate(moved, of), highestRate(moved, of)]
}

/** The most labels that are ever asked for. */
const most = 3000

/** How many more examples lift the interval's lower end to `atLeast` at this rate: 0 where it is, null for none. */
export function missingExamples({ right, of }: RightCount, atLeast: number): number | null {
  if (reaches(right, of, atLeast)) return 0
  const rate = of === 0 ? 1 : right / of
  if (rate <= atLeast) return null
  const enough = (count: number): boolean => reaches(Math.floor(rate * count + 1e-9), count, atLeast)
  // Grows in increasing steps, since each check takes time in proportion to the examples; then one by one
  // within the last step.
  for (let [before, count] = [of, of + 1]; before < most; [before, count] = [count, count + 1 + (count >> 5)]) {
    if (!enough(Math.min(count, most))) continue
    for (let near = before + 1; near <= count; near += 1) if (enough(near)) return near - of
  }
  return null
}

/** Like `missingExamples`, for examples on which a probe shows, and the upper end of its interval. */
export function missingMoves({ moved, of }: Moves, atMost: number): number | null {
  return missingExamples({ right: of - moved, of }, 1 - atMost)
}

function reaches(right: number, of: number, atLeast: number): boolean {
  if (of === 0 || atLeast >= 1) return false
  return atLeast <= 0 || binomialAtMost(right - 1, of, atLeast) >= 0.975
}

/** Cohen's kappa of two raters: agreement beyond chance; null without pairs, or where chance alone always agrees. */
export function kappaOf(pairs: readonly (readonly [JudgeFinding, string])[]): number | null {
  if (pairs.length === 0) return null
  const share = (count: number): number => count / pairs.length
  const agreed = share(pairs.filter(([one, two]) => one === two).length)
  const chance = (['met', 'not met'] as const)
    .map(
      (each) =>
        share(pairs.filter(([one]) => one === each).length) * share(pairs.filter(([, two]) => two === each).length),
    )
    .reduce((sum, each) => sum + each, 0)
  return chance >= 1 ? null : (agreed - chance) / (1 - chance)
}
