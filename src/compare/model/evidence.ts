/** How much evidence a verdict rests on, in pairs of runs. */
export interface Evidence {
  /** Pairs requested: the first ones, and all that were added. */
  asked: number
  /** Pairs of which both runs were judged. */
  judged: number
  /** The least number of judged pairs that the gate takes. */
  needed: number
}

/** The evidence of judged pairs, a given share of which is needed: rounded up, and at least one. */
export function evidenceOf(judged: number, asked: number, share: number): Evidence {
  return { asked, judged, needed: Math.max(1, Math.ceil(share * asked - 1e-9)) }
}

/** `judged 1 of 3 pairs, needs 2`; null where there is enough. */
export function describeShort({ asked, judged, needed }: Evidence): string | null {
  return judged >= needed ? null : `judged ${judged} of ${asked} ${asked === 1 ? 'pair' : 'pairs'}, needs ${needed}`
}
