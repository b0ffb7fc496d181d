import type { Finding } from '../../suite/language/judge-expectation.ts'

/** Words that a judge quotes from what it was shown, with the turn and the entry, both counted from 0. */
export interface Quotation {
  turn: number
  entry: number
  words: string
}

/**
 * One answer of one model. A `void` one does not count: it quotes what was not shown, has the wrong form, or
 * never came. `reason` is the model's own, or why the vote is void.
 */
export interface Vote {
  model: string
  says: Finding | 'cannot tell' | 'void'
  reason: string
  quotations: Quotation[]
  /** A budget, or the end of the run, prevented the call to the model. */
  halted?: true
}

/**
 * The result of a judge or a panel: what more than half of all votes say. `unjudged`, with the reason under
 * `why`, if no finding has such a majority, nobody could be asked, or there was nothing to judge.
 */
export interface Judgement {
  says: Finding | 'cannot tell' | 'unjudged'
  votes: Vote[]
  why: string | null
}

/** How often a judge agreed with people, out of `of` labelled examples. */
export interface Agreement {
  right: number
  of: number
  /** The exact 95 % interval of the rate. */
  interval: [from: number, to: number]
}

/** Whether a judge's finding for a criterion counts, and why. */
export type LicenceSeen =
  | { kind: 'licensed'; given: string; met: Agreement; notMet: Agreement }
  /** No valid licence; `why` says what is missing and how to fix it. */
  | { kind: 'unlicensed'; why: string }
  /** The config lets judges count without a licence. */
  | { kind: 'not asked for' }
