import type { ContractRequest } from './contract-request.ts'

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
