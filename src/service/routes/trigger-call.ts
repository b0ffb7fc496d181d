import type { JsonObject } from '../../base/json.ts'
import { accept, type Refusal, refuse } from '../answer/answer.ts'
import { orderCall } from '../calls/order-call.ts'
import { enqueueCall } from '../calls/queue.ts'
import type { Call, Handler } from '../context/context.ts'
import { callSpelling, readCallBody } from '../rules/call-body.ts'
import { explainViolations, readBody } from '../rules/read-body.ts'

/** `POST /api/call/trigger`, on both hosts (HST-03): queues a call and answers with its id. */
export const triggerCall: Handler = async (call) => {
  const { context, decisions } = call
  const fail = (refusal: Refusal): Response => refuse(context.ambiguity.settle(refusal) ?? refusal, envelopeOf(call))
  const read = await readBody(call.request)
  if (!read.ok) return fail(read.refusal)
  const clamps = context.ambiguity.choose('QUE-03', [false, true])
  const body = readCallBody(clamps ? clampPriority(read.body) : read.body, callSpelling, [
    'customerNumber',
    'agentName',
  ])
  if (!body.ok) return fail({ ...explainViolations(body.violations), decision: 'CAL-04' })
  if (body.unknown.length > 0) decisions.push('ENV-12')
  const order = orderCall(call, body.asked, null)
  if ('errorCode' in order) return fail(order)
  return accept({ callId: enqueueCall(context, order) }, decisions)
}

/** QUE-03: another service may clamp an out-of-range priority. */
function clampPriority(body: JsonObject): JsonObject {
  const { callPriority } = body
  if (typeof callPriority !== 'number' || !Number.isInteger(callPriority)) return body
  return { ...body, callPriority: Math.min(100, Math.max(1, callPriority)) }
}

function envelopeOf({ context }: Call): 'mirrored' | 'always200' {
  if (context.callEnvelope === 'always200') return 'always200'
  return context.ambiguity.choose('ENV-08', ['mirrored', 'always200'])
}
