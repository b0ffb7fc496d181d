import type { Combination } from '../../suite/language/matchers/combination.ts'
import type { Matcher } from '../../suite/language/matchers/matcher.ts'
import { type Folding, foldingOf, readBy, turn } from './fold-text.ts'
import { answerOf, noneOf, someOf } from './outcome/answer.ts'

type Inner<T> = (nested: Matcher, folding: Folding) => T[]

/** `miss` is of the responsible matcher; `forbid` judges what must not hold, where negating `inner` is not enough. */
export function combine<T extends Miss>(
  matcher: Combination,
  folding: Folding,
  inner: Inner<T>,
  miss: (of: Matcher) => T,
  forbid = (of: Matcher, negation: Matcher): T[] =>
    noneOf([inner(of, turn(folding))], () => missOf(miss(negation), folding, (turned) => inner(of, turned))),
): T[] {
  switch (matcher.kind) {
    case 'not':
      return forbid(matcher.of, matcher)
    case 'all':
      return matcher.of.flatMap((each) => inner(each, folding))
    case 'any':
      return someOf(
        lazily(matcher.of, (each) => inner(each, folding)),
        () => [
          markCase(miss(matcher), folding, (caseless) =>
            matcher.of.some((each) => answerOf(inner(each, caseless)) === 'holds'),
          ),
        ],
      )
    case 'none':
      return matcher.of.flatMap((each) => forbid(each, { kind: 'not', of: each, at: each.at }))
    case 'folded':
      return inner(matcher.of, foldingOf(matcher, folding))
  }
}

interface Miss {
  doubt?: string
  expected?: string
  differsOnlyIn?: 'case'
}

/** A miss that says so if its condition holds where case is ignored. */
export function markCase<T extends Miss>(miss: T, folding: Folding, holds: (caseless: Folding) => boolean): T {
  if (folding.turned || folding.ignored.includes('case')) return miss
  return holds(foldingOf({ ignored: ['case'] }, folding)) ? { ...miss, differsOnlyIn: 'case' } : miss
}

/** The miss of a negation, which says so if what is ruled out holds for nothing but what a reader sees. */
export function missOf<T extends Miss>(miss: T, folding: Folding, judge: (turned: Folding) => readonly Miss[]): T {
  if (miss.expected === undefined || answerOf(judge(readBy('nobody', turn(folding)))) === 'holds') return miss
  return { ...miss, expected: `${miss.expected}, as a reader sees it` }
}

/** Judges one value after the other, so that nothing is judged after the one that settles it. */
export function* lazily<V, T>(values: Iterable<V>, judge: (value: V) => T[]): Generator<T[]> {
  for (const value of values) yield judge(value)
}
