import type { JsonValue } from '../../base/json/json.ts'
import type { Matcher } from '../../suite/language/matchers/matcher.ts'
import { combine, isCombination, judgeAbsent, lazily, missOf } from './combination.ts'
import { describeMatcher } from './describe-matcher.ts'
import { exactly, type Folding, turn } from './fold-text.ts'
import { match } from './match.ts'
import { answerOf, noneOf, someOf } from './outcome/answer.ts'
import { type Mismatch, mismatch } from './outcome/outcome.ts'

/**
 * One way to read a thing, and the path that mismatches report. `also` holds further values that a condition
 * may mean: it holds if it holds for any of them, so a negation excludes all of them. `isLong` where the value is the
 * text of a number of more digits than a double holds.
 */
export interface OneReading {
  value: JsonValue | undefined
  isLong?: boolean
  path: string
  also?: readonly JsonValue[]
}

/**
 * Matches a thing that can be read in several ways: each single condition picks its own reading, so that a
 * combination can mix readings, and a negation never holds merely because the condition looked at the wrong
 * reading.
 */
export function matchBy(
  matcher: Matcher,
  read: (condition: Matcher) => OneReading,
  folding: Folding = exactly,
): Mismatch[] {
  if (isCombination(matcher)) {
    const { value, path } = read(firstCondition(matcher))
    if (value === undefined) return match(matcher, value, path, folding)
    const inner = (nested: Matcher, folded: Folding): Mismatch[] => matchBy(nested, read, folded)
    return combine(matcher, folding, inner, (of) => {
      const { value, path } = read(firstCondition(of))
      return mismatch(of.at, path, describeMatcher(of), value)
    })
  }
  const { value, path, also, isLong } = read(matcher)
  if (also === undefined) return match(matcher, value, path, folding, isLong)
  const { whole, apart } = partsOf(matcher, value, (part) => {
    const inItem = answerOf(match(part, value, path, folding))
    return (
      inItem === 'holds' || (inItem !== 'fails' && also.every((each) => match(part, each, path, folding).length > 0))
    )
  })
  const together = whole === undefined ? [] : match(whole, value, path, folding)
  const single = apart.flatMap((part) => {
    const misses = match(part, value, path, folding)
    const others = lazily(also, (each) => match(part, each, path, folding))
    return someOf([misses, ...others], () => misses)
  })
  return [...together, ...single]
}

/**
 * Splits a condition into its parts or patterns, each of which may be found in a different reading; those that some item
 * of a list meets stay together, because each needs an item of its own.
 */
function partsOf(
  matcher: Matcher,
  value: JsonValue | undefined,
  isItem: (part: Matcher) => boolean,
): { whole?: Matcher; apart: Matcher[] } {
  const { at } = matcher
  if (matcher.kind === 'matches') return { apart: matcher.patterns.map((each) => ({ ...matcher, patterns: [each] })) }
  if (matcher.kind !== 'contains' || matcher.parts.length === 1) return { apart: [matcher] }
  const parts = matcher.parts.map((part) => ({ kind: 'contains' as const, parts: [part], at }))
  if (!Array.isArray(value)) return { apart: parts }
  const items = parts.filter(isItem)
  return {
    whole: { kind: 'contains', parts: items.flatMap((each) => each.parts), at },
    apart: parts.filter((each) => !items.includes(each)),
  }
}

/** The first condition inside a matcher that is not itself a combination. */
export function firstCondition(matcher: Matcher): Matcher {
  if (!isCombination(matcher)) return matcher
  const inner = Array.isArray(matcher.of) ? matcher.of[0] : matcher.of
  return inner === undefined ? matcher : firstCondition(inner)
}

/** Whether a condition can only be met by text. */
export function isAboutText(condition: Matcher): boolean {
  if (condition.kind === 'equals') return typeof condition.value === 'string'
  return [
    ...['matches', 'starts with', 'ends with', 'words', 'sentences', 'date', 'json'],
    ...['language', 'similar to', 'reading level'],
  ].includes(condition.kind)
}

/** One of several texts, and its name in messages. */
export interface OneText {
  path: string
  text: string
}

/** Several texts judged as one: `whole` joins all of them, and is undefined when there are none. */
export interface Texts {
  path: string
  whole: string | undefined
  /** The single texts; evaluated only under a negation. */
  each: () => OneText[]
}

/**
 * Matches the texts as a whole. What must not occur is also searched in each single text, however deep its
 * negation is nested in combinations, so that joining texts cannot hide a forbidden one.
 */
export function matchTexts(matcher: Matcher, texts: Texts, folding: Folding = exactly): Mismatch[] {
  if (!isCombination(matcher)) return match(matcher, texts.whole, texts.path, folding)
  return combine(
    matcher,
    folding,
    (nested, inner) => matchTexts(nested, texts, inner),
    (of) => mismatch(of.at, texts.path, describeMatcher(of), texts.whole),
    (of, negation) => forbid(of, negation, texts, folding),
  )
}

/**
 * Reports the first text that matches what is forbidden, the whole before the single ones. Where nothing was
 * said, nothing forbidden was said.
 */
function forbid(of: Matcher, negation: Matcher, { path, whole, each }: Texts, folding: Folding): Mismatch[] {
  if (whole === undefined)
    return judgeAbsent(of) === 'holds' ? [mismatch(negation.at, path, describeMatcher(negation), whole)] : []
  return forbidIn(
    { path, text: whole },
    () => each().filter(({ text }) => text !== whole),
    negation,
    (one, turned) => match(of, one.text, one.path, turned),
    folding,
  )
}

/** Reports the first text that matches what is forbidden, the one that joins all of them before the others. */
export function forbidIn(
  whole: OneText,
  others: () => OneText[],
  negation: Matcher,
  judge: (text: OneText, turned: Folding) => Mismatch[],
  folding: Folding,
): Mismatch[] {
  const texts = [whole]
  const all = function* (): Generator<OneText> {
    yield whole
    for (const each of others()) {
      texts.push(each)
      yield each
    }
  }
  const judgeTurned = (one: OneText): Mismatch[] => judge(one, turn(folding))
  return noneOf(lazily(all(), judgeTurned), (index) => {
    const found = texts[index] ?? whole
    const miss = mismatch(negation.at, found.path, describeMatcher(negation), found.text)
    return missOf(miss, folding, (turned) => judge(found, turned))
  })
}
