import { isJsonObject, type JsonValue, memberNamed } from '../../base/json/json.ts'
import { onFirstUse } from '../../base/memoize.ts'
import { type Pattern, recallPattern } from '../../base/patterns/linear-pattern.ts'
import { countSegments } from '../../base/text/characters.ts'
import { splitSentences } from '../../base/text/split-sentences.ts'
import { isCombination } from '../../suite/language/matchers/combination.ts'
import type { Matcher } from '../../suite/language/matchers/matcher.ts'
import type { Place } from '../../suite/yaml/place.ts'
import { combine, lazily, markCase } from './combination.ts'
import { describeMatcher } from './describe-matcher.ts'
import { exactly, type Folding, fits, foldText, relates } from './fold-text.ts'
import { matchApart } from './match-members.ts'
import { answerOf, someOf } from './outcome/answer.ts'
import { type Mismatch, mismatch } from './outcome/outcome.ts'

type TextMatcher = Matcher & { kind: 'matches' | 'starts with' | 'ends with' }

export function matchText(
  matcher: TextMatcher,
  actual: JsonValue | undefined,
  path: string,
  folding: Folding,
): Mismatch[] {
  if (typeof actual !== 'string') return [mismatch(matcher.at, path, describeMatcher(matcher), actual)]
  const judge = (at: Place, expected: () => string, holds: (folded: Folding) => boolean): Mismatch[] =>
    holds(folding) ? [] : [markCase(mismatch(at, path, expected(), actual), folding, holds)]
  if (matcher.kind === 'matches')
    return matcher.patterns.flatMap(({ pattern, at }) =>
      judge(
        at,
        () => `text that matches /${pattern.source}/${pattern.flags}`,
        (folded) => isFound(pattern, actual, folded),
      ),
    )
  const { kind, text, at } = matcher
  return judge(
    at,
    () => describeMatcher(matcher),
    (folded) => relates(actual, kind, text, folded),
  )
}

function isFound({ source: patternSource, flags }: Pattern, actual: string, folding: Folding): boolean {
  const allFlags = folding.ignored.includes('case') && !flags.includes('i') ? `${flags}i` : flags
  return fits(actual, patternSource, folding, (source, text) => recallPattern({ source, flags: allFlags }).test(text))
}

type Inner = (matcher: Matcher, value: JsonValue, folding: Folding) => Mismatch[]

export function matchContains(
  { parts }: Matcher & { kind: 'contains' },
  actual: JsonValue,
  path: string,
  folding: Folding,
  inner: Inner,
): Mismatch[] {
  const [first, second] = parts
  if (Array.isArray(actual) && second !== undefined)
    return matchApart(parts, actual, path, (part, item) => inner(part, item ?? null, folding)).misses
  const miss = (part: Matcher, within: (folded: Folding) => boolean): Mismatch[] => [
    markCase(mismatch(part.at, path, `something that contains ${describeMatcher(part)}`, actual), folding, within),
  ]
  if (Array.isArray(actual) && first !== undefined)
    return someOf(
      lazily(actual, (item) => inner(first, item, folding)),
      () => miss(first, (folded) => actual.some((item) => answerOf(inner(first, item, folded)) === 'holds')),
    )
  return parts.flatMap((part) => {
    const within = (folded: Folding): boolean => holds(part, actual, folded, inner)
    return within(folding) ? [] : miss(part, within)
  })
}

/** Whether a part occurs in a text, or names a member of an object. Conditions on a part are never in doubt. */
function holds(part: Matcher, actual: JsonValue, folding: Folding, inner: Inner): boolean {
  if (typeof actual !== 'string' && !isJsonObject(actual)) return false
  if (isCombination(part)) return isInside(part, actual, folding, inner)
  if (part.kind === 'contains') return part.parts.every((each) => holds(each, actual, folding, inner))
  if (part.kind === 'matches')
    return isJsonObject(actual)
      ? Object.keys(actual).some((name) => inner(part, name, folding).length === 0)
      : inner(part, actual, folding).length === 0
  const text = soughtText(part)
  if (text === undefined) return false
  if (isJsonObject(actual)) return memberNamed(actual, text) !== undefined
  return relates(actual, 'contains', text, folding)
}

/** Combinations are about what occurs inside; a negation does not hold for what can never be part of a text. */
function isInside(
  part: Matcher & Parameters<typeof combine>[0],
  actual: JsonValue,
  folding: Folding,
  inner: Inner,
): boolean {
  const negated = part.kind === 'not' ? [part.of] : part.kind === 'none' ? part.of : []
  if (!negated.every(isSought)) return false
  const misses = (nested: Matcher, folded: Folding) => (holds(nested, actual, folded, inner) ? [] : [{}])
  return combine(part, folding, misses, () => ({})).length === 0
}

function isSought(part: Matcher): boolean {
  if (isCombination(part)) return Array.isArray(part.of) ? part.of.every(isSought) : isSought(part.of)
  if (part.kind === 'contains') return part.parts.every(isSought)
  return part.kind === 'matches' || soughtText(part) !== undefined
}

function soughtText(part: Matcher): string | undefined {
  if (part.kind === 'starts with' || part.kind === 'ends with') return part.text
  return part.kind === 'equals' ? (part.written ?? String(part.value)) : undefined
}

/** Null when the value has no such measure. */
export function measure(kind: 'length' | 'words' | 'sentences', value: JsonValue | undefined): number | null {
  if (typeof value === 'string') {
    const text = foldText(value, exactly)
    if (kind === 'sentences') return splitSentences(text).filter((each) => /[\p{L}\p{N}]/u.test(each)).length
    return kind === 'length'
      ? countGraphemes(text)
      : countSegments(words(), text, ({ isWordLike }) => isWordLike === true)
  }
  if (kind !== 'length') return null
  if (Array.isArray(value)) return value.length
  return isJsonObject(value) ? Object.keys(value).length : null
}

/** A fixed locale, so that a count never depends on the machine; it also finds words of other scripts. */
const words = onFirstUse(() => new Intl.Segmenter('en', { granularity: 'word' }))
const graphemes = onFirstUse(() => new Intl.Segmenter('en', { granularity: 'grapheme' }))

/** Counts characters as a reader sees them: an emoji of several people, or a letter with its accents, is one. */
function countGraphemes(text: string): number {
  return /[^\0-\x7f]/.test(text) ? countSegments(graphemes(), text, () => true) : text.length
}
