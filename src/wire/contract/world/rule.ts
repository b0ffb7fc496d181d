import { z } from 'zod'
import { countOf, type OutputOf } from '../../../base/json/typed-shapes.ts'
import { type ContractRequest, requestShape } from './contract-request.ts'
import type { AllowedOutcome } from './outcome.ts'

const ruleMembers = {
  /** The ids are all that is shared with the local service. */
  id: z.string().meta({ description: 'For example CHA-10.' }),
  operation: z.string().meta({ description: 'An operation id, several, or * for all.' }),
  /** `must`: plainly stated, judged. `may`: implied, several readings. `unspecified`: open. Both are recorded only. */
  level: z.enum(['must', 'may', 'unspecified']).meta({ description: 'Only what must be is judged.' }),
  source: z.string().meta({ description: 'The section of the interface it comes from.' }),
  text: z.string(),
  expected: z.string().meta({ description: 'The expected result, in words.' }),
  /** For a rule about one request: the outcomes it allows. */
  allows: (z.array(z.string()).readonly() as z.ZodType<readonly AllowedOutcome[]>).exactOptional(),
}

/** One rule of the interface as data. */
export interface Rule extends OutputOf<typeof ruleMembers> {}

export const ruleShape: z.ZodType<Rule> = z.object(ruleMembers)

const counterexampleMembers = {
  finding: z.string().meta({ description: 'What was expected and what came.' }),
  request: requestShape.nullable().meta({ description: 'The request; for a sequence, the last one.' }),
  /** The `must` rules that the request breaks, according to the oracle; empty for a valid one. */
  broken: z.array(z.string()).meta({ description: 'The rules that the request breaks; empty for a valid one.' }),
  /** JSON-safe. */
  drawn: z.unknown().meta({ description: 'The drawn value, for a rule about a sequence.' }),
  /** Of the shrunk case. */
  repeats: z.boolean().meta({ description: 'Whether it broke the rule again when it was retried.' }),
  shrinks: countOf('Steps in which it became smaller.'),
}

/** The smallest case found that breaks a rule. */
export interface Counterexample extends OutputOf<typeof counterexampleMembers> {}

export const counterexampleShape: z.ZodType<Counterexample> = z.object(counterexampleMembers)

/** The outcomes that were seen, with how often; how many of them a rule does not list, and a request with one of those. */
export interface OutcomeCounts {
  seen: Record<string, number>
  outside: number
  odd: ContractRequest | null
}

export function countOutcome({ seen }: Pick<OutcomeCounts, 'seen'>, outcome: string): void {
  seen[outcome] = (seen[outcome] ?? 0) + 1
}

/** The findings on one rule, before they are put into a report. */
export interface Findings extends OutcomeCounts {
  runs: number
  /** Requests that a guard held back. */
  blocked: number
  /** Why there are no findings; null if there are some. */
  reason: string | null
  /** Where it is among the cases of the seed, too. */
  failure: (Counterexample & { path: string }) | null
}

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
