import { type Child, element } from '../kit/element.ts'
import { empty } from './empty.ts'
import type { QueueRow } from './local-state.ts'
import { hashOf } from './place.ts'
import { describeGap, timeOf } from './show-time.ts'
import { statusWord } from './status-word.ts'
import { type Column, table } from './table.ts'

/** What the call queue is made of; `now` is the service's clock. */
export interface QueueFacts {
  rows: QueueRow[]
  now: string
}

/** The calls that wait or are on the line. */
export function buildQueue({ rows, now }: QueueFacts): Child[] {
  if (rows.length === 0)
    return [empty('No call waits.', element('code', {}, 'POST /api/call/trigger'), ' puts one into the queue.')]
  const columns: Column<QueueRow>[] = [
    { label: 'State', kind: 'short', cell: ({ state }) => statusWord(state) },
    { label: 'Customer', cell: ({ customerNumber }) => customerNumber },
    { label: 'Agent', cell: ({ agentName }) => agentName },
    { label: 'Priority', kind: 'number', cell: ({ priority }) => String(priority) },
    { label: 'Attempt', kind: 'number', cell: ({ attempt }) => String(attempt) },
    { label: 'Due', kind: 'time', cell: ({ due }) => dueOf(due, now) },
    { label: 'Workspace', cell: ({ workspace }) => workspace },
    { label: 'Workflow', cell: ({ workflowId }) => workflowId ?? element('span', 'muted', 'none') },
    { label: 'Call', cell: callOf },
  ]
  return [table('Call queue', columns, rows, ({ callId }) => callId)]
}

const dueOf = (due: string | null, now: string): Child | Child[] =>
  due === null ? element('span', 'muted', 'never') : [timeOf(due, now), element('span', 'gap', describeGap(due, now))]

const callOf = ({ callId, sessionId }: QueueRow): Child =>
  element('a', { class: 'mono', href: hashOf({ tab: 'sessions', session: sessionId }), title: callId }, callId)
