import { operations } from '../api/operation.ts'
import { readAddress } from './read-address.ts'
import type { WireRequest } from './transport.ts'
import { isPlainId, oddityOf, readBody } from './wire-form.ts'

/** A request that messages or calls somebody, or deletes a call, read the one way it can be. */
export interface Dispatch {
  sent: Record<string, unknown>
  /** The members that say whom it reaches; at least one must be there. */
  addressees: readonly string[]
  /** The workflow that it is about, where it is about one. */
  workflow: string | null
}

interface DispatchKind {
  addressees: readonly string[]
  members: readonly string[]
}

const chat: DispatchKind = {
  addressees: ['customerNumber', 'customerEmail'],
  members: [
    ...['communicationChannel', 'customerNumber', 'customerEmail', 'agentName', 'agentVersion', 'agentNumber'],
    ...['metadata', 'attachments', 'whatsappOptions', 'emailOptions', 'scheduleTime', 'startWorkingHour'],
    ...['endWorkingHour', 'timezone', 'doReturnResponse', 'message', 'sessionId', 'chatOptions'],
  ],
}
const call: DispatchKind = {
  addressees: ['phoneNumber'],
  members: [
    ...['phoneNumber', 'agentName', 'agentVersion', 'metadata', 'communicationChannel', 'agentNumber', 'options'],
    ...['noOfRetries', 'retryAfterHours', 'startWorkingHour', 'endWorkingHour', 'timezone', 'callPriority'],
    ...['callOnDate', 'scheduleTime'],
  ],
}
const common = [
  ...['customer_number', 'customer_details', 'use_case', 'bot_number', 'schedule_time', 'no_of_retries'],
  ...['start_working_hour', 'end_working_hour', 'timezone'],
]
const customer = ['customer_number']
const workflowCall: DispatchKind = {
  addressees: customer,
  members: [...common, 'agent_version', 'options', 'retry_after_in_hrs', 'call_priority', 'call_on_date'],
}
const remove: DispatchKind = { addressees: customer, members: customer }
const node: DispatchKind = { addressees: customer, members: [...common, 'workflow_id', 'retries_after_in_hrs'] }

/** A request as a dispatch, or why it cannot be proven to be one that the interface knows. */
export function readDispatch(request: WireRequest): { ok: true; dispatch: Dispatch } | { ok: false; why: string } {
  const { pathname } = readAddress(request.url)
  const found = kindOf(request.method, pathname)
  if (found === null) return { ok: false, why: `${request.method} ${pathname} is no operation of the interface` }
  const odd = oddityOf(request)
  if (odd !== null) return { ok: false, why: odd }
  const read = readBody(request)
  if (!read.ok) return read
  const { sent } = read
  const unknown = Object.keys(sent).find((name) => !found.kind.members.includes(name))
  if (unknown !== undefined) return { ok: false, why: `${unknown} is no member of this request` }
  if (!['boolean', 'undefined'].includes(typeof sent.doReturnResponse))
    return { ok: false, why: 'doReturnResponse is neither true nor false' }
  const workflow = found.kind === node ? String(sent.workflow_id) : found.workflow
  return { ok: true, dispatch: { sent, addressees: found.kind.addressees, workflow } }
}

function kindOf(method: WireRequest['method'], path: string): { kind: DispatchKind; workflow: string | null } | null {
  if (method === 'POST' && path === operations['chat.trigger'].path) return { kind: chat, workflow: null }
  if (method === 'POST' && path === operations['call.trigger'].path) return { kind: call, workflow: null }
  if (method === 'POST' && path === operations['node.trigger'].path) return { kind: node, workflow: null }
  const id = /^\/api\/workflow\/call\/([^/]+)$/.exec(path)?.[1]
  if (id === undefined || method === 'GET' || !isPlainId(id)) return null
  return { kind: method === 'POST' ? workflowCall : remove, workflow: decodeURIComponent(id) }
}
