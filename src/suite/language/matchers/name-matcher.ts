import { type Reading, refuse, type Shape, withCheck } from '../../yaml/shape.ts'
import type { Matcher } from './matcher.ts'

/** The language and reading level of a word or two are uncertain, so such a condition could never hold. */
export function ofNames(shape: Shape<Matcher>): Shape<Matcher> {
  return withCheck(shape, (read, reading) => (refuseProse(read, reading) ? undefined : read))
}

function refuseProse(part: unknown, reading: Reading): boolean {
  if (typeof part !== 'object' || part === null) return false
  const { kind, at } = part as Partial<Matcher>
  if (at !== undefined && (kind === 'language' || kind === 'reading level')) {
    const message = `a name is too short to tell its ${kind}, so this could never be judged`
    refuse(reading, 'wrong-value', at, message, 'write the name, one of, or matches')
    return true
  }
  return Object.values(part).some((inner) => refuseProse(inner, reading))
}
