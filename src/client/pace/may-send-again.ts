import { dangerOf } from '../guard.ts'
import type { WireRequest } from '../transport.ts'

/** Whether a request that was refused with 429 may be sent again: a read, or an inline chat turn. One that could message somebody never is (ENV-21). */
export function maySendAgain(request: WireRequest): boolean {
  return request.method === 'GET' || dangerOf(request) === null
}
