import { comparisonVerdicts } from '../../compare/model/comparison-verdict.ts'
import type { Card } from './report-document.ts'

const runVerdicts = [
  'failed',
  'broken',
  'errored',
  'flaky',
  'unsafe',
  'not reached',
  'expected fail',
  'skipped',
  'passed',
]

/** How grave a verdict is, 0 for the gravest; of the same verdict, a hard break comes first. */
export function rankCard(card: Pick<Card, 'verdict' | 'certainty'>, kind: 'run' | 'comparison'): number {
  const ranks: readonly string[] = kind === 'run' ? runVerdicts : comparisonVerdicts
  const certainty = { 'hard break': 0, statistical: 1, unconfirmed: 2 }
  return ranks.indexOf(card.verdict) * 4 + (card.certainty === null ? 3 : certainty[card.certainty])
}

/** The verdicts of a kind of result, the gravest first. */
export function verdictsOf(kind: 'run' | 'comparison'): readonly Card['verdict'][] {
  return (kind === 'run' ? runVerdicts : comparisonVerdicts) as readonly Card['verdict'][]
}
