import type { Finding } from '../../suite/language/judge-expectation.ts'

/** Words that a judge takes from what it was shown: which entry of which turn, both counted from 0. */
export interface Quotation {
  turn: number
  entry: number
  words: string
}

/**
 * One answer of one model. `void` is one that does not count: a quotation that is not in what was shown, another form, none
 * at all. `reason` is the model's own, or why the vote is void.
 */
export interface Vote {
  model: string
  says: Finding | 'cannot tell' | 'void'
  reason: string
  quotations: Quotation[]
  /** A budget, or the end of the run, kept the model from being asked. */
  halted?: true
}

/**
 * What a judge, or a panel, came to: what more than half of all votes say. `unjudged`, with the reason under `why`: no finding
 * has such a majority, nobody could be asked, or there was nothing to judge.
 */
export interface Judgement {
  says: Finding | 'cannot tell' | 'unjudged'
  votes: Vote[]
  why: string | null
}

/** How often a judge found what people had found, of `of` labelled examples. */
export interface Agreement {
  right: number
  of: number
  /** The exact 95 % interval of the rate. */
  interval: [from: number, to: number]
}

/** Whether what a judge says of a criterion counts, and why. */
export type LicenceSeen =
  | { kind: 'licensed'; given: string; met: Agreement; notMet: Agreement }
  /** Nothing counts by licence; `why` says what is missing and how to mend it. */
  | { kind: 'unlicensed'; why: string }
  /** The config lets judges count that have no licence. */
  | { kind: 'not asked for' }
