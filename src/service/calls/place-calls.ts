import type { ServiceContext } from '../context/context.ts'
import type { CallRecord } from '../store/call-record.ts'
import { type CallOutcome, findCustomer, outcomeOf } from '../workspace/customer.ts'
import type { Workspace } from '../workspace/workspace.ts'

/** How long a call rings until its outcome, in milliseconds. */
const ringMs: Record<CallOutcome, number> = {
  answers: 4_000,
  'hangs up': 4_000,
  'agent error': 4_000,
  drops: 4_000,
  'no answer': 30_000,
  'cannot connect': 2_000,
  'line error': 1_000,
}

/** Places due calls while a line is free, highest priority first (QUE-01, QUE-06). */
export function placeCalls(context: ServiceContext, workspaceName: string): void {
  const { store, clock, directory } = context
  const workspace = directory.find(workspaceName)
  if (workspace === undefined) return
  for (let free = workspace.lines - store.busyLines(workspaceName); free > 0; free -= 1) {
    const call = store.nextCall(workspaceName, clock.now())
    if (call === undefined) return
    place(context, workspace, call)
  }
}

function place({ store, clock }: ServiceContext, workspace: Workspace, call: CallRecord): void {
  const now = clock.now()
  const session = store.session(call.sessionId)
  store.putCall({ ...call, state: 'placed' })
  store.dropTimer(`place ${call.callId}`)
  store.dropTimer(`expire ${call.callId}`)
  if (session !== undefined) store.putSession({ ...session, status: 'call_placed', time: now, updatedAt: now })
  const due = now + ringMs[outcomeOf(findCustomer(workspace.customers, call.customerNumber), call.attempt)]
  store.putTimer({ id: `step ${call.callId}`, kind: 'call step', subject: call.callId, due })
}
