import { distance } from 'fastest-levenshtein'
import { isTypo } from './is-typo.ts'
import { mendOddSpaces } from './odd-space.ts'
import { suggest } from './suggest.ts'

/**
 * The "did you mean" question for an unknown word, or undefined when no known word is close. If several are equally
 * close, or the word could be a typo of several, it names them all, so that nobody takes one for the other.
 */
export function didYouMean(
  word: string,
  known: readonly string[],
  write: (known: string) => string = (each) => `"${each}"`,
): string | undefined {
  const mend = mendOddSpaces(word, known)
  if (mend !== undefined) return mend
  const near = suggest(word, known)
  if (near === undefined) return undefined
  const changes = (each: string): number => distance(word.toLowerCase(), each.toLowerCase())
  const others = known.filter((each) => changes(each) === changes(near) || isTypo(word, each))
  return `did you mean ${[...new Set([near, ...others])].slice(0, 4).map(write).join(' or ')}?`
}
