import type { Suggestion } from '../../compare/mutation/mutant/teeth-result.ts'

/** Where a suggestion goes: "suites/a.yaml:12  tracks an order, turn 2, under expect". */
export function namePlace({ under, file, line, suite, conversation, turn }: Suggestion): string {
  if (conversation === null) return `${file}  under every turn of ${suite}`
  if (under === 'every turn') return `${file}:${line}  ${conversation}, under every turn`
  return `${file}:${line}  ${conversation}${turn === null ? '' : `, turn ${turn}, under expect`}`
}
