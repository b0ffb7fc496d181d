/** How much of what was asked for a verdict rests on, in pairs of runs. */
export interface Evidence {
  /** Pairs that were asked for, the first ones and all that were added. */
  asked: number
  /** Pairs of which both runs were judged. */
  judged: number
  /** The least number of judged pairs that the gate takes. */
  needed: number
}

/** The evidence of pairs, of which a share must be judged: rounded up, and never none. */
export function evidenceOf(judged: number, asked: number, share: number): Evidence {
  return { asked, judged, needed: Math.max(1, Math.ceil(share * asked - 1e-9)) }
}

/** `judged 1 of 3 pairs, needs 2`; null where there is enough. */
export function describeShort({ asked, judged, needed }: Evidence): string | null {
  return judged >= needed ? null : `judged ${judged} of ${asked} ${asked === 1 ? 'pair' : 'pairs'}, needs ${needed}`
}
