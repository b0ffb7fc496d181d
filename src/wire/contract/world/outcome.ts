import { isJsonObject } from '../../../base/json/json.ts'
import type { WireAnswer } from '../../client/transport.ts'
import type { ContractRequest } from './contract-request.ts'

/** What a service did with a request, apart from its data. */
interface Outcome {
  status: number
  errorCode: string | null
  /** Whether the request had its effect; a call counts only with a callId (ENV-08). */
  accepted: boolean
}

/** `accepted`; `refused` (any status below 500); `4xx`; a status with any code; or both: `404 channelNotFound`. */
export type AllowedOutcome = string

export function contractOutcome(request: ContractRequest, answer: WireAnswer, body: unknown): Outcome {
  const { status } = answer
  const errorCode = isJsonObject(body) && typeof body.errorCode === 'string' ? body.errorCode : null
  const fine = status >= 200 && status < 300
  return { status, errorCode, accepted: fine && (request.operation !== 'call.trigger' || holdsCall(body)) }
}

function holdsCall(body: unknown): boolean {
  if (!isJsonObject(body) || body.responseCode !== 200 || !isJsonObject(body.data)) return false
  return typeof body.data.callId === 'string' && body.data.callId !== ''
}

export function isAllowed(outcome: Outcome, allowed: readonly AllowedOutcome[]): boolean {
  return allowed.some((each) => fits(outcome, each))
}

function fits({ status, errorCode, accepted }: Outcome, allowed: AllowedOutcome): boolean {
  if (allowed === 'accepted') return accepted
  if (accepted || status >= 500) return false
  if (allowed === 'refused') return true
  if (allowed === '4xx') return status >= 400
  const [expected, code] = allowed.split(' ')
  return status === Number(expected) && (code === undefined || code === errorCode)
}

/** An outcome in a few words: `accepted 200`, `404 channelNotFound`. */
export function showOutcome({ status, errorCode, accepted }: Outcome): string {
  return accepted ? `accepted ${status}` : errorCode === null ? `${status} without errorCode` : `${status} ${errorCode}`
}

export interface ContractExchange {
  request: ContractRequest
  answer: WireAnswer
  /** The parsed body of the answer; undefined if it is not JSON. */
  body: unknown
  outcome: Outcome
}
