import type { Matcher } from '../../suite/language/matcher.ts'
import { describeMatcher } from './describe-matcher.ts'
import { exactly, type Folding, foldingOf, turn } from './fold-text.ts'
import { match } from './match.ts'
import { judgeAbsent } from './match-absent.ts'
import { type Mismatch, mismatch } from './mismatch.ts'

/** One of several texts, and how it is called. */
export interface OneText {
  path: string
  text: string
}

/** Several texts that are judged as one: `whole` stands for them all, and is undefined when there are none. */
export interface Texts {
  path: string
  whole: string | undefined
  /** Asked for only where something must not be there. */
  each: () => OneText[]
}

/**
 * Holds the texts together. What must not be there is looked for in each text alone too, however deep its negation stands
 * among conditions that are put together, so that none hides behind another.
 */
export function matchTexts(matcher: Matcher, texts: Texts, folding: Folding = exactly): Mismatch[] {
  const inner = (nested: Matcher): Mismatch[] => matchTexts(nested, texts, folding)
  switch (matcher.kind) {
    case 'all':
      return matcher.of.flatMap(inner)
    case 'any':
      return matcher.of.some((nested) => inner(nested).length === 0)
        ? []
        : [mismatch(matcher.at, texts.path, describeMatcher(matcher), texts.whole)]
    case 'folded':
      return matchTexts(matcher.of, texts, foldingOf(matcher, folding))
    case 'not':
      return forbid(matcher.of, matcher, texts, folding)
    case 'none':
      return matcher.of.flatMap((of) => forbid(of, { kind: 'not', of, at: of.at }, texts, folding))
    default:
      return match(matcher, texts.whole, texts.path, folding)
  }
}

/** The first of the texts, the whole before the single ones, that is what none of them may be. Where nothing was said, nothing was said wrongly. */
function forbid(of: Matcher, negation: Matcher, { path, whole, each }: Texts, folding: Folding): Mismatch[] {
  const absent = whole === undefined ? judgeAbsent(of) : 'silent'
  if (absent === 'fails') return []
  if (absent === 'holds') return [mismatch(negation.at, path, describeMatcher(negation), whole)]
  const first = whole ?? ''
  const isThere = (text: string): boolean => match(of, text, path, turn(folding)).length === 0
  const found = isThere(first) ? { path, text: first } : each().find(({ text }) => text !== whole && isThere(text))
  return found === undefined ? [] : [mismatch(negation.at, found.path, describeMatcher(negation), found.text)]
}
