import type { Matcher } from '../script/matcher.ts'
import { match } from './match.ts'
import type { Mismatch } from './mismatch.ts'

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

/** Holds the texts together. What must not be there is looked for in each text alone too, so that none hides behind another. */
export function matchTexts(matcher: Matcher, texts: Texts): Mismatch[] {
  if (matcher.kind === 'all') return matcher.of.flatMap((nested) => matchTexts(nested, texts))
  if (matcher.kind === 'folded' && matcher.of.kind === 'all')
    return matcher.of.of.flatMap((nested) => matchTexts({ ...matcher, of: nested }, texts))
  if (!isNegative(matcher)) return match(matcher, texts.whole, texts.path)
  const whole = match(matcher, texts.whole ?? '', texts.path)
  if (whole.length > 0) return whole
  const others = texts.each().filter(({ text }) => text !== texts.whole)
  return others.flatMap(({ path, text }) => match(matcher, text, path)).slice(0, 1)
}

/** Whether a matcher says what must not be. */
function isNegative(matcher: Matcher): boolean {
  if (matcher.kind === 'folded') return isNegative(matcher.of)
  return matcher.kind === 'not' || matcher.kind === 'none'
}
