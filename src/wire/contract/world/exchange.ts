import type { WireAnswer } from '../../client/transport.ts'
import type { ContractRequest } from './contract-request.ts'
import type { Outcome } from './outcome.ts'

/** A request, its answer, and what came of it. */
export interface Exchange {
  request: ContractRequest
  answer: WireAnswer
  /** The body of the answer, parsed; undefined when it is no JSON. */
  body: unknown
  outcome: Outcome
}
