import type { OperationId } from '../../wire/api/operation.ts'
import { refuse } from '../answer/answer.ts'
import type { Fault, FaultKind } from './fault.ts'

/** A header that tells the listener to reset the connection instead of answering. */
export const resetHeader = 'x-local-reset'

/** Stands for a broken connection: a listener resets it; without a socket it is a 502 that no client accepts. */
export function resetMark(): Response {
  return new Response(null, { status: 502, headers: { [resetHeader]: '1' } })
}

/** A header that tells the listener that the body breaks off. */
export const cutHeader = 'x-local-cut'

/** The same answer, with its body cut off in the middle. */
async function cutBody(response: Response): Promise<Response> {
  const bytes = new Uint8Array(await response.arrayBuffer())
  const headers = new Headers(response.headers)
  headers.set('content-length', String(bytes.length))
  headers.set(cutHeader, '1')
  const body = new ReadableStream({
    start: (controller) => controller.enqueue(bytes.slice(0, Math.floor(bytes.length / 2))),
    pull: (controller) => controller.error(new Error('cut off by a fault')),
  })
  return new Response(body, { status: response.status, headers })
}

/** Carries out an operation with its faults: some act before it, some after it, some corrupt the answer. */
export async function strikeRequest(
  faults: readonly Fault[],
  operation: OperationId,
  carryOut: () => Response | Promise<Response>,
): Promise<Response> {
  for (const fault of faults) {
    if (fault.kind === 'latency') await new Promise((resolve) => setTimeout(resolve, fault.ms ?? 100))
    if (fault.kind === 'reset before') return resetMark()
    if (fault.kind === 'too many requests' || (fault.kind === 'status' && fault.after !== true))
      return fail(fault, operation)
  }
  let response = await carryOut()
  for (const fault of faults) response = (await spoil[fault.kind]?.(response, fault, operation)) ?? response
  return response
}

type Spoil = (response: Response, fault: Fault, operation: OperationId) => Response | Promise<Response>

const spoil: Partial<Record<FaultKind, Spoil>> = {
  'reset after': () => resetMark(),
  status: (response, fault, operation) => (fault.after === true ? fail(fault, operation) : response),
  'cut body': cutBody,
  'slow drip': async (response, { ms = 20 }) => {
    const bytes = new Uint8Array(await response.arrayBuffer())
    let at = 0
    const body = new ReadableStream({
      async pull(controller) {
        if (at >= bytes.length) return controller.close()
        controller.enqueue(bytes.slice(at, at + 16))
        at += 16
        await new Promise((resolve) => setTimeout(resolve, ms))
      },
    })
    return new Response(body, { status: response.status, headers: response.headers })
  },
  'html body': () =>
    new Response('<html><body><h1>502 Bad Gateway</h1></body></html>', {
      status: 502,
      headers: { 'content-type': 'text/html' },
    }),
  'wrong content type': (response) => {
    const headers = new Headers(response.headers)
    headers.set('content-type', 'text/plain')
    return new Response(response.body, { status: response.status, headers })
  },
}

/** A server fault (ENV-20; without errorCode for blueprints, BLU-02), another status, or 429 with Retry-After (ENV-18). */
function fail({ kind, status = 500, retryAfter = 1 }: Fault, operation: OperationId): Response {
  const limited = kind === 'too many requests'
  const bare = operation === 'blueprints.get' ? { bare: true as const } : {}
  const message = limited ? 'too many requests' : 'internal server error'
  const answer = refuse({ errorCode: 'internalError', message, status: limited ? 429 : status, ...bare })
  if (limited) answer.headers.set('retry-after', String(retryAfter))
  return answer
}
