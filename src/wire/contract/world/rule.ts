import { z } from 'zod'
import type { OutputOf } from '../../../base/json/typed-shapes.ts'
import type { ContractRequest } from './contract-request.ts'
import type { AllowedOutcome } from './outcome.ts'

const ruleMembers = {
  /** For example CHA-10. The ids are all that is shared with the local service. */
  id: z.string().meta({ description: 'For example CHA-10.' }),
  /** An operation id, several, or `*` for all. */
  operation: z.string().meta({ description: 'An operation id, several, or * for all.' }),
  /**
   * `must`: plainly stated, and judged. `may`: implied, or with several readings. `unspecified`: the interface
   * says nothing. The last two are recorded, never judged.
   */
  level: z.enum(['must', 'may', 'unspecified']).meta({ description: 'Only what must be is judged.' }),
  /** The section of the interface it comes from. */
  source: z.string().meta({ description: 'The section of the interface it comes from.' }),
  text: z.string(),
  /** The expected result, in words. */
  expected: z.string().meta({ description: 'The expected result, in words.' }),
  /** For a rule about one request: the outcomes it allows. */
  allows: (z.array(z.string()).readonly() as z.ZodType<readonly AllowedOutcome[]>).exactOptional(),
}

/** One rule of the interface as data. */
export interface Rule extends OutputOf<typeof ruleMembers> {}

/** The shape of a rule. */
export const ruleShape: z.ZodType<Rule> = z.object(ruleMembers)

/** The findings on one rule, before they are put into a report. */
export interface Findings {
  runs: number
  /** Requests that a guard held back. */
  blocked: number
  seen: Record<string, number>
  outside: number
  /** A request whose outcome its rule does not list. */
  odd: ContractRequest | null
  /** Why there are no findings; null if there are some. */
  reason: string | null
  failure: {
    finding: string
    request: ContractRequest | null
    broken: string[]
    drawn: unknown
    path: string
    shrinks: number
    repeats: boolean
  } | null
}

/** Findings of a rule that was not run. */
export function emptySeen(reason: string): Findings {
  return { runs: 0, blocked: 0, seen: {}, outside: 0, odd: null, reason, failure: null }
}

/** Thrown inside a property when a rule does not hold; its message says what was expected and what came. */
export class ViolationError extends Error {
  constructor(
    message: string,
    readonly request: ContractRequest | null = null,
    /** Whether a request was accepted that must not be. */
    readonly accepted: boolean = false,
  ) {
    super(message)
    this.name = 'ViolationError'
  }
}

/** The first finding, if any. */
export function firstOf(...findings: (string | null)[]): string | null {
  return findings.find((each) => each !== null) ?? null
}
