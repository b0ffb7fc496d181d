import type { SessionStatus } from '../../wire/api/session.ts'
import type { ServiceContext } from '../context/context.ts'
import { type CallOutcome, findCustomer, outcomeOf } from '../workspace/customer.ts'
import { versionByLabel } from '../workspace/directory.ts'
import { connectCall } from './connect-call.ts'
import { endCall } from './end-call.ts'
import type { LiveCall } from './live-call.ts'
import { speak } from './speak.ts'

/** The status of an attempt that nobody answers. */
const unanswered: Partial<Record<CallOutcome, SessionStatus>> = {
  'no answer': 'call_expired',
  'cannot connect': 'could_not_connect',
  'line error': 'call_errored',
}

/** Performs the next step of a call on the line: it is answered or not, or somebody speaks. */
export function stepCall(context: ServiceContext, callId: string): void {
  const live = findLive(context, callId)
  if (live === null) return
  const { call, workspace } = live
  const status = unanswered[outcomeOf(findCustomer(workspace.customers, call.customerNumber), call.attempt)]
  if (call.state === 'connected') speak(context, live)
  else if (status === undefined) connectCall(context, live)
  else endCall(context, live, status)
}

/** Ends a call that has reached its maximum duration (pipelineSettings.maxDuration). */
export function stopCall(context: ServiceContext, callId: string): void {
  const live = findLive(context, callId)
  if (live !== null) endCall(context, live, 'call_hangup')
}

function findLive({ store, directory }: ServiceContext, callId: string): LiveCall | null {
  const call = store.call(callId)
  if (call === undefined || call.state === 'done' || call.state === 'queued') return null
  const session = store.session(call.sessionId)
  const workspace = directory.find(call.workspace)
  const version = workspace === undefined ? undefined : versionByLabel(workspace, call.agentName, call.versionLabel)
  return session === undefined || workspace === undefined || version === undefined
    ? null
    : { call, session, workspace, version }
}
