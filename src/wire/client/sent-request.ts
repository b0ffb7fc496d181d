import type { WireRequest } from './transport.ts'

/** A request as it went on the wire, without its key: enough to send it again. JSON-safe. */
export interface SentRequest {
  method: WireRequest['method']
  /** Without a user's name and password, which never leave. */
  url: string
  /** The headers that carry the key. */
  keyHeaders: ('x-api-key' | 'authorization')[]
  /** JSON text. */
  body: string | null
}
