import { z } from 'zod'
import { checkShape } from '../../wire/api/shape.ts'
import { accept, type Refusal, refuse } from '../answer/answer.ts'
import { orderCall } from '../calls/order-call.ts'
import { enqueueCall } from '../calls/queue.ts'
import type { Handler } from '../context/context.ts'
import { nodeSpelling, readCallBody } from '../rules/call-body.ts'
import { findWorkflow } from '../rules/find-workflow.ts'
import { explainViolations, readBody } from '../rules/read-body.ts'

const named = z.object({ workflow_id: z.string().min(1, 'expected the id of a workflow') })

/**
 * `POST /workflow/trigger`: queues a call of the workflow that the body names. Any error in the body is answered with
 * 400 here (NOD-02).
 */
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
  const which = checkShape(named, { workflow_id: id })
  const body = readCallBody(rest, nodeSpelling, ['customerNumber'])
  if (!which.ok) return fail(explainViolations(which.violations))
  if (!body.ok) {
    const absent = rest.customer_number === undefined && body.violations.length === 1
    const known = find(which.value.workflow_id)
    if (absent && !('errorCode' in known) && ambiguity.choose('NOD-04', ['refuse', 'accept']) === 'accept')
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
