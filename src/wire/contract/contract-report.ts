import type { ContractRequest } from './world/contract-request.ts'
import type { Rule } from './world/rule.ts'

/** The result of checking one rule. */
export interface RuleResult {
  rule: Rule
  /**
   * `held`: a `must` rule without a counterexample. `violated`: with one. `recorded`: an open point, and what
   * was seen. `not run`: nothing can be said, for the reason given.
   */
  outcome: 'held' | 'violated' | 'recorded' | 'not run'
  /** How often the rule was checked: requests, answers, or whole sequences. */
  runs: number
  /** The outcomes seen, with how often. */
  seen: Record<string, number>
  /** How many of those were outcomes that an open rule does not list. */
  outside: number
  /** A request whose outcome an open rule does not list. */
  odd: ContractRequest | null
  counterexample: Counterexample | null
  /** Why it was not run. */
  reason: string | null
  seed: number
  /** The position of the counterexample among the cases drawn from the seed; null if there is none. */
  path: string | null
  timeMs: number
}

/** The smallest case found that breaks a rule. */
export interface Counterexample {
  /** What was expected and what came. */
  finding: string
  /** The request; for a sequence, the last one. */
  request: ContractRequest | null
  /** The `must` rules that the request breaks, according to the oracle; empty for a valid one. */
  broken: string[]
  /** The drawn value, for a rule about a sequence. JSON-safe. */
  drawn: unknown
  /** Whether the shrunk case broke the rule again when it was retried. */
  repeats: boolean
  shrinks: number
}

/** The rules of a contract, checked against one subject. */
export interface ContractReport {
  subject: string
  seed: number
  runs: number
  results: RuleResult[]
  /** How many requests were sent, and how many a guard held back. */
  sent: number
  blocked: number
  timeMs: number
}
