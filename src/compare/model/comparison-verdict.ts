export { type ComparisonVerdict, comparisonVerdicts } from './comparison-words.ts'

import type { Evidence } from './conversation-comparison-shape.ts'

export type { Evidence, JudgeEvidence, NoiseFloor, PassStatistics } from './conversation-comparison-shape.ts'
/**
 * What *regressed* or *improved* rests on: a *hard break* (never failed on one side, never passed on the other, in
 * enough pairs), or a *statistical* difference (exact paired test, Holm-adjusted). *unconfirmed*: it looks like a break
 * or a gain, but in too few pairs of runs to call it one; the verdict is then *changed*.
 */
export type Certainty = 'hard break' | 'statistical' | 'unconfirmed'

interface Certified {
  verdict: string
  certainty: string | null
}

/** What a verdict rests on, in words that fit it: what never passed, and now always does, is no break. */
export function describeCertainty({ verdict, certainty }: Certified): string | null {
  if (certainty === 'hard break' && verdict === 'improved') return 'each time'
  return certainty === 'unconfirmed' ? 'not confirmed' : certainty
}

/** A verdict with what it rests on: `regressed (hard break)`, `improved (each time)`, `same`. */
export function titleOfVerdict(compared: Certified): string {
  const certainty = describeCertainty(compared)
  return certainty === null ? compared.verdict : `${compared.verdict} (${certainty})`
}

/** The evidence of the judged pairs; `share` of the pairs is needed, rounded up and at least one. */
export function evidenceOf(judged: number, pairCount: number, share: number): Evidence {
  return { asked: pairCount, judged, needed: Math.max(1, Math.ceil(share * pairCount - 1e-9)) }
}

/** `judged 1 of 3 pairs, needs 2`; null where there is enough. */
export function describeShort({ asked, judged, needed }: Evidence): string | null {
  return judged >= needed ? null : `judged ${judged} of ${asked} ${asked === 1 ? 'pair' : 'pairs'}, needs ${needed}`
}
