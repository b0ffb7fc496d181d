import type { OperationId } from '../../api/operation.ts'

/** Which key a request carries: plain data, so that no counterexample ever holds a key. */
export type Credential = 'own' | 'other' | 'bogus' | 'empty' | 'missing'

/** A request of the contract as it will be sent, but for the key and the host. JSON-safe, so that it can be printed and replayed. */
export interface ContractRequest {
  operation: OperationId
  host: 'base' | 'workflow'
  method: 'GET' | 'POST' | 'DELETE'
  /** The path, percent-encoded. */
  path: string
  credential: Credential
  /** The headers that carry the key, as they are spelled. */
  keyHeaders: string[]
  /** The media type of the body; null sends none. */
  contentType: string | null
  /** The body as text; null for none. */
  body: string | null
}
