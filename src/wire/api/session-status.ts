/** The eleven statuses of a session (States and transitions). */
export const sessionStatuses = [
  'active',
  'completed',
  'call_in_queue',
  'call_placed',
  'call_in_progress',
  'call_errored',
  'call_expired',
  'call_hangup',
  'agent_errored',
  'call_canceled',
  'could_not_connect',
] as const
