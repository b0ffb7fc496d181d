import type { JsonValue } from '../../base/json/json.ts'
import { holdsOfNothing, isCombination } from '../../suite/language/matchers/combination.ts'
import type { Matcher } from '../../suite/language/matchers/matcher.ts'
import { combine, lazily, missOf } from './combination.ts'
import { describeMatcher } from './describe-matcher.ts'
import { exactly, type Folding, turn } from './fold-text.ts'
import { match } from './match.ts'
import { answerOf, noneOf, someOf } from './outcome/answer.ts'
import { type Mismatch, mismatch } from './outcome/outcome.ts'

/** `also` are further values that a condition may mean, all of which a negation excludes. `isLong`: see `FoundJson`. */
export interface OneReading {
  value: JsonValue | undefined
  isLong?: boolean
  path: string
  also?: readonly JsonValue[]
}

/** Each condition picks its own reading, and a negation never holds because the wrong reading was looked at. */
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

/** Parts that some item of a list meets stay together, because each needs an item of its own. */
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

export function firstCondition(matcher: Matcher): Matcher {
  if (!isCombination(matcher)) return matcher
  const inner = Array.isArray(matcher.of) ? matcher.of[0] : matcher.of
  return inner === undefined ? matcher : firstCondition(inner)
}

export function isAboutText(condition: Matcher): boolean {
  if (condition.kind === 'equals') return typeof condition.value === 'string'
  return [
    ...['matches', 'starts with', 'ends with', 'words', 'sentences', 'date', 'json'],
    ...['language', 'similar to', 'reading level'],
  ].includes(condition.kind)
}

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

/** What must not occur is also searched in each single text, so that joining texts cannot hide it. */
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

/** The first text that matches what is forbidden. Where nothing was said, nothing forbidden was said. */
function forbid(of: Matcher, negation: Matcher, { path, whole, each }: Texts, folding: Folding): Mismatch[] {
  if (whole === undefined)
    return holdsOfNothing(of) === true ? [mismatch(negation.at, path, describeMatcher(negation), whole)] : []
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
    const oneText = texts[index] ?? whole
    const miss = mismatch(negation.at, oneText.path, describeMatcher(negation), oneText.text)
    return missOf(miss, folding, (turned) => judge(oneText, turned))
  })
}
