import { dangerOf } from '../client/guard.ts'
import { type Transport, TransportError } from '../client/transport.ts'

/**
 * Safe mode: the live guard on every host, even this machine. What it blocks is not sent, so the rules that need it are
 * not run.
 */
export function keepSafe(send: Transport): Transport {
  return async (request) => {
    const reason = dangerOf(request)
    if (reason !== null) throw new TransportError('blocked', reason)
    return send(request)
  }
}
