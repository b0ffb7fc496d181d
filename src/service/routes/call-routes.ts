import { z } from 'zod'
import type { JsonObject } from '../../base/json/json.ts'
import { checkShape } from '../../wire/api/shape.ts'
import { accept, type Refusal, refuse } from '../answer/answer.ts'
import { orderCall } from '../calls/order-call.ts'
import { endQueued, enqueueCall } from '../calls/queue.ts'
import type { Ambiguity } from '../context/ambiguity.ts'
import type { Handler, ServiceCall } from '../context/context.ts'
import { callSpelling, nodeSpelling, readCallBody, workflowSpelling } from '../rules/call-body.ts'
import { explainViolations, readBody } from '../rules/read-body.ts'
import { withoutPlus } from '../workspace/scalar-shapes.ts'
import type { Workflow, Workspace } from '../workspace/workspace.ts'

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
  return 'errorCode' in order ? fail(order) : accept({ callId: enqueueCall(context, order) }, decisions)
}

/** QUE-03: another service may clamp an out-of-range priority. */
function clampPriority(body: JsonObject): JsonObject {
  const { callPriority } = body
  if (typeof callPriority !== 'number' || !Number.isInteger(callPriority)) return body
  return { ...body, callPriority: Math.min(100, Math.max(1, callPriority)) }
}

function envelopeOf({ context }: ServiceCall): 'mirrored' | 'always200' {
  if (context.callEnvelope === 'always200') return 'always200'
  return context.ambiguity.choose('ENV-08', ['mirrored', 'always200'])
}

/** `POST /api/workflow/call/{workflowId}`: queues a call. The answer has no id; /_local/queue lists it (WFC-08). */
export const callWorkflow: Handler = async (call) => {
  const { context, decisions, workspace, parameter } = call
  const { ambiguity } = context
  const read = await readBody(call.request)
  if (!read.ok) return refuse(ambiguity.settle(read.refusal) ?? read.refusal)
  const body = readCallBody(read.body, workflowSpelling, ['customerNumber'])
  if (!body.ok) return refuse({ ...explainViolations(body.violations), decision: 'WFC-02' })
  if (body.unknown.length > 0) decisions.push('WFC-06')
  const workflow = findWorkflow(workspace, parameter, ambiguity)
  if ('errorCode' in workflow) return refuse(workflow)
  const order = orderCall(call, body.asked, workflow)
  if ('errorCode' in order) return refuse(ambiguity.settle(order) ?? order)
  enqueueCall(context, order)
  return accept(null, decisions)
}

const customerShape = z.object({ customer_number: z.string().min(1, 'expected a phone number') })

/** `DELETE /api/workflow/call/{workflowId}`: removes a customer's queued calls, retries too (DEL-04 to DEL-07). */
export const deleteWorkflowCall: Handler = async ({ request, parameter, workspace, context, decisions }) => {
  const { store, ambiguity } = context
  const read = await readBody(request)
  if (!read.ok) return refuse({ ...read.refusal, decision: 'DEL-03' })
  const checked = checkShape(customerShape, read.body)
  if (!checked.ok) return refuse({ ...explainViolations(checked.violations), decision: 'DEL-03' })
  const workflow = findWorkflow(workspace, parameter, ambiguity)
  if ('errorCode' in workflow) return refuse(workflow)
  const number = withoutPlus(checked.value.customer_number)
  const removed = store.transact(() =>
    store
      .openCalls()
      .filter(
        (call) =>
          call.workspace === workspace.name &&
          call.workflowId === workflow.workflowId &&
          call.customerNumber === number &&
          endQueued(context, call.callId, 'call_canceled'),
      ),
  )
  if (removed.length > 0) return accept(null, removed.length > 1 ? [...decisions, 'DEL-05'] : decisions)
  const empty: Refusal = {
    errorCode: 'localQueueEmpty',
    message: 'no call of this customer is queued',
    decision: 'DEL-02',
  }
  const refused = ambiguity.choose<Refusal | null>('DEL-02', [null, empty])
  return refused === null ? accept(null, [...decisions, 'DEL-02']) : refuse(refused)
}

const workflowShape = z.object({ workflow_id: z.string().min(1, 'expected the id of a workflow') })

/** `POST /workflow/trigger`: queues a call of the workflow in the body, any error in which is a 400 (NOD-02). */
export const triggerNode: Handler = async (call) => {
  const { context, decisions, workspace } = call
  const { ambiguity } = context
  const fail = (refusal: Refusal): Response =>
    refuse({ ...refusal, status: 400, decision: refusal.decision ?? 'NOD-02' })
  const find = (id: string): ReturnType<typeof findWorkflow> =>
    findWorkflow(workspace, id, { ...ambiguity, settle: (refusal) => refusal })
  const read = await readBody(call.request)
  if (!read.ok) return read.refusal.errorCode === 'localBodyTooLarge' ? refuse(read.refusal) : fail(read.refusal)
  const { workflow_id: id, ...rest } = read.body
  const which = checkShape(workflowShape, { workflow_id: id })
  const body = readCallBody(rest, nodeSpelling, ['customerNumber'])
  if (!which.ok) return fail(explainViolations(which.violations))
  if (!body.ok) {
    const absent = rest.customer_number === undefined && body.violations.length === 1
    const match = find(which.value.workflow_id)
    if (absent && !('errorCode' in match) && ambiguity.choose('NOD-04', ['refuse', 'accept']) === 'accept')
      return accept(null, ['NOD-04'])
    return fail({ ...explainViolations(body.violations), decision: absent ? 'NOD-04' : 'NOD-02' })
  }
  if (body.unknown.length > 0)
    decisions.push(body.unknown.some((key) => /priority|date|option/i.test(key)) ? 'NOD-08' : 'ENV-12')
  const workflow = find(which.value.workflow_id)
  if ('errorCode' in workflow) return refuse({ ...workflow, decision: 'NOD-03' })
  const order = orderCall(call, body.asked, workflow)
  if ('errorCode' in order) return refuse(order)
  enqueueCall(context, order)
  return accept(null, [...decisions, 'NOD-01', 'QUE-07'])
}

/** Finds a workflow; another workspace's is unknown, like a made-up one (ISO-04, WFC-03). */
function findWorkflow({ workflows }: Workspace, workflowId: string, ambiguity: Ambiguity): Workflow | Refusal {
  const workflow = workflows.find((each) => each.workflowId === workflowId)
  if (workflow !== undefined) return workflow
  const message = 'there is no workflow of this id in the workspace'
  const refusal: Refusal = {
    errorCode: 'localWorkflowNotFound',
    message,
    decision: 'ISO-04',
    others: [
      { errorCode: 'forbidden', message },
      { errorCode: 'localBadRequest', message },
    ],
  }
  return ambiguity.settle(refusal) ?? refusal
}
