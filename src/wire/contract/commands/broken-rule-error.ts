import type { ContractRequest } from '../world/contract-request.ts'

/** Thrown by a command: the rule that does not hold, and in the message what was expected and what came. */
export class BrokenRuleError extends Error {
  constructor(
    readonly rule: string,
    message: string,
    readonly request: ContractRequest | null = null,
  ) {
    super(message)
    this.name = 'BrokenRuleError'
  }
}

/** @throws BrokenRuleError when there is a finding */
export function demandOf(rule: string, finding: string | null, request: ContractRequest | null = null): void {
  if (finding !== null) throw new BrokenRuleError(rule, finding, request)
}
