import type { Matcher } from '../../suite/language/matchers/matcher.ts'
import { type Folding, foldingOf, readBy, turn } from './fold-text.ts'
import { answerOf, noneOf, someOf } from './outcome/answer.ts'

export type Combination = Matcher & { kind: 'not' | 'all' | 'any' | 'none' | 'folded' }

const combinations: ReadonlySet<Matcher['kind']> = new Set(['not', 'all', 'any', 'none', 'folded'])

export function isCombination(matcher: Matcher): matcher is Combination {
  return combinations.has(matcher.kind)
}

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
        () => [miss(matcher)],
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

/** What a matcher says about an absent value; most conditions say nothing (`silent`). */
type AbsentVerdict = 'holds' | 'fails' | 'silent'

/** Only `present` says anything about an absent value: no other condition holds of it, nor does its negation. */
export function judgeAbsent(matcher: Matcher): AbsentVerdict {
  if (matcher.kind === 'present') return matcher.wanted ? 'fails' : 'holds'
  if (!isCombination(matcher)) return 'silent'
  switch (matcher.kind) {
    case 'not':
      return opposite(judgeAbsent(matcher.of))
    case 'none':
      return allOf(matcher.of.map((each) => opposite(judgeAbsent(each))))
    case 'all':
      return allOf(matcher.of.map(judgeAbsent))
    case 'any':
      return opposite(allOf(matcher.of.map((each) => opposite(judgeAbsent(each)))))
    case 'folded':
      return judgeAbsent(matcher.of)
  }
}

function opposite(verdict: AbsentVerdict): AbsentVerdict {
  if (verdict === 'silent') return 'silent'
  return verdict === 'holds' ? 'fails' : 'holds'
}

function allOf(verdicts: readonly AbsentVerdict[]): AbsentVerdict {
  if (verdicts.includes('fails')) return 'fails'
  return verdicts.includes('silent') ? 'silent' : 'holds'
}
