import type { Matcher } from '../../suite/language/matcher.ts'
import { isCombination } from './combine.ts'

/** What a matcher makes of a value that is not there: most conditions say nothing of nothing. */
export type AbsentVerdict = 'holds' | 'fails' | 'silent'

/**
 * Judges a value that is absent. Only `present` knows anything of it; any other condition is silent, and its negation too,
 * so that neither holds: what is expected of a member or an item takes the member or the item.
 */
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
