import type { Budget } from '../../suite/language/budget.ts'

/** A limit in words: `3 s` alone means at most that. */
export function describeBudget({ written }: Budget): string {
  return /^[<>]/.test(written) ? written : `at most ${written}`
}
