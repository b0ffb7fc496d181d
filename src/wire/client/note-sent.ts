import { redactKeys } from '../../base/secret-keys.ts'
import type { Answer, Failure } from './failure.ts'
import type { SentRequest } from './sent-request.ts'
import type { WireRequest } from './transport.ts'

const keyHeaders: readonly SentRequest['keyHeaders'][number][] = ['x-api-key', 'authorization']

/** Failures whose request was never sent. */
const keptAtHome: readonly Failure['kind'][] = ['blocked', 'unrecorded', 'held back']

/**
 * Notes the request on its answer, and returns that. One that the guard, a recording or a pause held back was not sent,
 * and nobody should send it by hand.
 */
export function noteSent<T>(answer: Answer<T>, request: WireRequest, apiKey: string): Answer<T> {
  if (!answer.ok && keptAtHome.includes(answer.failure.kind)) return answer
  const { method, headers, body } = request
  const sent: SentRequest = {
    method,
    url: redactKeys(withoutUser(request.url), apiKey),
    keyHeaders: keyHeaders.filter((name) => name in headers),
    body: body === undefined ? null : redactKeys(body, apiKey),
  }
  answer.sent = sent
  return answer
}

function withoutUser(address: string): string {
  if (!address.includes('@')) return address
  const url = new URL(address)
  url.username = url.password = ''
  return url.href
}
