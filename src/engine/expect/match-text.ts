import type { JsonValue } from '../../base/json.ts'
import { type Pattern, recallPattern } from '../../base/linear-pattern.ts'
import type { Matcher } from '../../suite/language/matcher.ts'
import { describeMatcher } from './describe-matcher.ts'
import { type Folding, foldPattern, foldText } from './fold-text.ts'
import { type Mismatch, mismatch } from './mismatch.ts'

type TextMatcher = Matcher & { kind: 'matches' | 'starts with' | 'ends with' }

/** Patterns and the two ends of a text. Anything but text fails. */
export function matchText(
  matcher: TextMatcher,
  actual: JsonValue | undefined,
  path: string,
  folding: Folding,
): Mismatch[] {
  if (typeof actual !== 'string') return [mismatch(matcher.at, path, describeMatcher(matcher), actual)]
  if (matcher.kind === 'matches') {
    const cased = { ...folding, ignored: folding.ignored.filter((each) => each !== 'case') }
    const text = foldText(actual, cased)
    return matcher.patterns.flatMap(({ pattern, at }) =>
      found(pattern, text, folding)
        ? []
        : [mismatch(at, path, `text that matches /${pattern.source}/${pattern.flags}`, actual)],
    )
  }
  const text = foldText(actual, folding)
  const wanted = foldText(matcher.text, folding)
  const holds = matcher.kind === 'starts with' ? text.startsWith(wanted) : text.endsWith(wanted)
  return holds ? [] : [mismatch(matcher.at, path, describeMatcher(matcher), actual)]
}

function found({ source, flags }: Pattern, text: string, folding: Folding): boolean {
  const allFlags = folding.ignored.includes('case') && !flags.includes('i') ? `${flags}i` : flags
  return recallPattern({ source: foldPattern(source, folding), flags: allFlags })
    .matcher(text)
    .find()
}
