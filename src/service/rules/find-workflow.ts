import type { Refusal } from '../answer/answer.ts'
import type { Ambiguity } from '../context/ambiguity.ts'
import type { Workflow, Workspace } from '../workspace/workspace.ts'

/**
 * Finds a workflow of the workspace; one of another workspace is reported as unknown, like a made-up one (ISO-04,
 * WFC-03).
 */
export function findWorkflow({ workflows }: Workspace, workflowId: string, ambiguity: Ambiguity): Workflow | Refusal {
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
