import { isJsonObject, type JsonValue } from '../../base/json.ts'
import { memberNamed } from '../../base/same-name.ts'
import type { Matcher } from '../../suite/language/matcher.ts'
import { combine, isCombination } from './combine.ts'
import { describeMatcher } from './describe-matcher.ts'
import { type Folding, foldText } from './fold-text.ts'
import { type Mismatch, mismatch } from './mismatch.ts'

type Inner = (matcher: Matcher, value: JsonValue, folding: Folding) => Mismatch[]

/** Each part has to be somewhere inside: in a text, among the items of a list, among the names of an object's members. */
export function matchContains(
  { parts }: Matcher & { kind: 'contains' },
  actual: JsonValue | undefined,
  path: string,
  folding: Folding,
  inner: Inner,
): Mismatch[] {
  return parts.flatMap((part) =>
    holds(part, actual, folding, inner)
      ? []
      : [mismatch(part.at, path, `something that contains ${describeMatcher(part)}`, actual)],
  )
}

function holds(part: Matcher, actual: JsonValue | undefined, folding: Folding, inner: Inner): boolean {
  if (actual === undefined) return false
  if (Array.isArray(actual)) return actual.some((item) => inner(part, item, folding).length === 0)
  if (typeof actual !== 'string' && !isJsonObject(actual)) return false
  if (isCombination(part)) return isInside(part, actual, folding, inner)
  if (part.kind === 'contains') return part.parts.every((each) => holds(each, actual, folding, inner))
  if (part.kind === 'matches') return inner(part, actual, folding).length === 0
  const text = soughtText(part)
  if (text === undefined) return false
  if (isJsonObject(actual)) return memberNamed(actual, text) !== undefined
  return foldText(actual, folding).includes(foldText(text, folding))
}

/**
 * `contains: { one of: [a, b] }` is one of them inside, and so on for the other combinations. What no part of a text can be, such as
 * an object, is not ruled out by its negation either: that asks for an item which is something else.
 */
function isInside(
  part: Matcher & Parameters<typeof combine>[0],
  actual: JsonValue,
  folding: Folding,
  inner: Inner,
): boolean {
  const negated = part.kind === 'not' ? [part.of] : part.kind === 'none' ? part.of : []
  if (!negated.every(isSought)) return false
  const misses = (nested: Matcher, folded: Folding) => (holds(nested, actual, folded, inner) ? [] : [nested])
  return combine(part, folding, misses, (of) => of).length === 0
}

/** Whether a condition says something of a part of a text. */
function isSought(part: Matcher): boolean {
  if (isCombination(part)) return Array.isArray(part.of) ? part.of.every(isSought) : isSought(part.of)
  if (part.kind === 'contains') return part.parts.every(isSought)
  return part.kind === 'matches' || soughtText(part) !== undefined
}

function soughtText(part: Matcher): string | undefined {
  if (part.kind === 'starts with' || part.kind === 'ends with') return part.text
  return part.kind === 'equals' ? (part.written ?? String(part.value)) : undefined
}
