import { isJsonObject, type JsonValue } from '../../base/json/json.ts'
import type { Matcher } from '../../suite/language/matchers/matcher.ts'
import { languageOf, nameLanguage } from '../../suite/language/matchers/text-measures.ts'
import { describeMatcher, showValue } from './describe-matcher.ts'
import { type Folding, foldText } from './fold-text.ts'
import { doubtfulMismatch, type Mismatch, mismatch } from './outcome/outcome.ts'
import { compareLanguage, readLanguages } from './words/language.ts'
import { readingLevel } from './words/reading-level.ts'
import { differenceOf, similarity } from './words/similarity.ts'

type WordMatcher = Matcher & { kind: 'language' | 'similar to' | 'reading level' }

/** Conditions on words that need no model; a text for which a measure is unreliable is in doubt. */
export function measureWords(
  matcher: WordMatcher,
  actual: JsonValue,
  path: string,
  folding: Folding,
  inner: (nested: Matcher, value: JsonValue, at: string) => Mismatch[],
): Mismatch[] {
  if (matcher.kind === 'language' && isJsonObject(actual) && Object.hasOwn(actual, 'language'))
    return inner(memberOf(matcher), actual.language ?? null, path === '' ? 'language' : `${path}.language`)
  if (typeof actual !== 'string') return [mismatch(matcher.at, path, describeMatcher(matcher), actual)]
  switch (matcher.kind) {
    case 'language':
      return matchLanguage(matcher, actual, path, folding)
    case 'similar to':
      return matchLikeness(matcher, actual, path, folding)
    case 'reading level': {
      const level = readingLevel(actual)
      return 'grade' in level
        ? inner(matcher.of, level.grade, `${path} (reading level)`)
        : [doubtfulMismatch(matcher.at, path, describeMatcher(matcher), actual, level.doubt)]
    }
  }
}

/** On an object, `language: en` means its member `language`, like any other name. */
function memberOf({ codes, at }: Matcher & { kind: 'language' }): Matcher {
  return { kind: 'any', of: codes.map((value) => ({ kind: 'equals', value, written: value, at })), at }
}

/** Under a negation, a large part of the text in one of the languages is enough to fail. */
function matchLanguage(
  matcher: Matcher & { kind: 'language' },
  actual: string,
  path: string,
  { turned }: Folding,
): Mismatch[] {
  const read = readLanguages(actual)
  const answers = matcher.codes.map((code) => compareLanguage(read, languageOf(code) ?? code, turned))
  if (answers.includes('holds')) return []
  const expected = describeMatcher(matcher)
  if (answers.includes('cannot tell')) return [doubtfulMismatch(matcher.at, path, expected, actual, read.doubt)]
  const languages = read.shares.map(({ code, share }) => `${Math.round(share * 100)} % ${nameLanguage(code)}`)
  const { main } = read
  const summary =
    main === null || read.shares.length > 1 ? `parts of it are ${languages.join(', ')}` : `it is ${nameLanguage(main)}`
  return [mismatch(matcher.at, path, `${expected}, and ${summary}`, actual)]
}

function matchLikeness(
  matcher: Matcher & { kind: 'similar to' },
  actual: string,
  path: string,
  folding: Folding,
): Mismatch[] {
  const text = foldText(actual, folding)
  const measured = matcher.texts
    .map(({ value }) => ({ value, figure: similarity(text, foldText(value, folding)) }))
    .sort((one, other) => other.figure - one.figure)
  const [nearest] = measured
  if (nearest === undefined || nearest.figure >= Number(matcher.bound)) return []
  const differs = differenceOf(text, foldText(nearest.value, folding))
  const which = matcher.texts.length > 1 ? `, the nearest being ${showValue(nearest.value)}` : ''
  const expected = `${describeMatcher(matcher)}, and it is ${nearest.figure}${which}${differs === '' ? '' : `: ${differs}`}`
  return [mismatch(matcher.at, path, expected, actual)]
}
