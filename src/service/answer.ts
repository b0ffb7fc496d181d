import { type ErrorCode, errorStatus } from '../api/error-code.ts'

/** Codes of our own for what the interface leaves open; a real service may answer otherwise. */
const localStatus = {
  localAgentNotFound: 404,
  localAgentVersionNotFound: 404,
  localRouteNotFound: 404,
  localMethodNotAllowed: 405,
  localReplayExhausted: 409,
  localBodyTooLarge: 413,
  localHostRefused: 421,
  localNotImplemented: 501,
} as const

/** A documented or a local error code. */
export type AnyErrorCode = ErrorCode | keyof typeof localStatus

/** A refusal: its code gives the status; `decision` is the rule id when the answer rests on a choice of ours. */
export interface Refusal {
  errorCode: AnyErrorCode
  message: string
  decision?: string
  /** The blueprint listing leaves errorCode out of its 401 (AUT-11). */
  bare?: true
}

/** The answer of a success (Response envelope). */
export function accept(data: unknown, decision?: string): Response {
  return envelope(200, { responseCode: 200, message: 'success', data }, decision)
}

/** The answer of a refusal; HTTP status and responseCode agree (ENV-02). */
export function refuse({ errorCode, message, decision, bare }: Refusal): Response {
  const status = statusOf(errorCode)
  const body =
    bare === true
      ? { responseCode: status, message, data: null }
      : { responseCode: status, errorCode, message, data: null }
  const local = errorCode.startsWith('local') ? 'P2' : undefined
  return envelope(status, body, decision ?? local)
}

function statusOf(code: AnyErrorCode): number {
  return code in errorStatus ? errorStatus[code as ErrorCode] : localStatus[code as keyof typeof localStatus]
}

function envelope(status: number, body: object, decision: string | undefined): Response {
  const headers: Record<string, string> = {
    'content-type': 'application/json; charset=utf-8',
    'x-request-id': crypto.randomUUID(),
  }
  if (decision !== undefined) headers['x-local-decision'] = decision
  return new Response(JSON.stringify(body), { status, headers })
}
