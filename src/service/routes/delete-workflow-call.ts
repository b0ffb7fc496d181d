import { z } from 'zod'
import { checkShape } from '../../wire/api/shape.ts'
import { accept, type Refusal, refuse } from '../answer/answer.ts'
import { endQueued } from '../calls/queue.ts'
import type { Handler } from '../context/context.ts'
import { findWorkflow } from '../rules/find-workflow.ts'
import { explainViolations, readBody } from '../rules/read-body.ts'
import { withoutPlus } from '../workspace/phone-number.ts'

const shape = z.object({ customer_number: z.string().min(1, 'expected a phone number') })

/**
 * `DELETE /api/workflow/call/{workflowId}`: removes every queued call of one customer from one workflow, including
 * those waiting for a retry (DEL-04 to DEL-07).
 */
export const deleteWorkflowCall: Handler = async ({ request, parameter, workspace, context, decisions }) => {
  const { store, ambiguity } = context
  const read = await readBody(request)
  if (!read.ok) return refuse({ ...read.refusal, decision: 'DEL-03' })
  const checked = checkShape(shape, read.body)
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
