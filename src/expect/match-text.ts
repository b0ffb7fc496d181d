import type { JsonValue } from '../base/json.ts'
import { type Pattern, recallPattern } from '../base/linear-pattern.ts'
import type { Matcher } from '../script/matcher.ts'
import { describeMatcher } from './describe-matcher.ts'
import { type Folding, foldText } from './fold-text.ts'
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
  const text = foldText(actual, folding)
  if (matcher.kind === 'matches') {
    return matcher.patterns.flatMap(({ pattern, at }) =>
      found(pattern, text, folding)
        ? []
        : [mismatch(at, path, `text that matches /${pattern.source}/${pattern.flags}`, actual)],
    )
  }
  const wanted = foldText(matcher.text, folding)
  const holds = matcher.kind === 'starts with' ? text.startsWith(wanted) : text.endsWith(wanted)
  return holds ? [] : [mismatch(matcher.at, path, describeMatcher(matcher), actual)]
}

function found({ source, flags }: Pattern, text: string, { ignoreCase }: Folding): boolean {
  const allFlags = ignoreCase && !flags.includes('i') ? `${flags}i` : flags
  return recallPattern({ source: source.normalize('NFC'), flags: allFlags })
    .matcher(text)
    .find()
}
