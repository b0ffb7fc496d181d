import { showValue } from '../../engine/expect/describe-matcher.ts'
import type { Outcome } from '../../engine/expect/outcome.ts'

/** A condition on the reply, or on one of its parts, that does not hold. */
export function describeReply({ subject, mismatches }: Outcome & { kind: 'reply' }): string {
  const { path, expected, actual } = mismatches[0] ?? { path: subject, expected: '', actual: undefined }
  const what = subject === 'reply' ? 'the reply' : subject
  const headline = expected.startsWith('not ') ? `${what} is what it must not be` : `${what} is not as expected`
  const where = path === subject ? [] : [`  where     ${path}`]
  return [headline, ...where, `  expected  ${expected}`, `  actual    ${showValue(actual)}`].join('\n')
}
