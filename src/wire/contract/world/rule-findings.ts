import type { ContractRequest } from './contract-request.ts'

/** What was found out about one rule, before it is put into a report. */
export interface Findings {
  runs: number
  /** Requests that a guard kept back. */
  blocked: number
  seen: Record<string, number>
  outside: number
  /** A request whose outcome is none of those that its rule lists. */
  odd: ContractRequest | null
  /** Why nothing was found out; null when something was. */
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
