import { accept, refuse } from '../answer/answer.ts'
import { orderCall } from '../calls/order-call.ts'
import { enqueueCall } from '../calls/queue.ts'
import type { Handler } from '../context/context.ts'
import { readCallBody, workflowSpelling } from '../rules/call-body.ts'
import { findWorkflow } from '../rules/find-workflow.ts'
import { explainViolations, readBody } from '../rules/read-body.ts'

/**
 * `POST /api/workflow/call/{workflowId}`: queues a call of a workflow. The answer contains no id; /_local/queue lists
 * the call (WFC-08).
 */
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
