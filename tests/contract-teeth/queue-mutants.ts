import type { CallRecord, Store } from '../../src/service/store/store.ts'
import type { OperationId } from '../../src/wire/api/operation.ts'
import { around, pretend, withBody } from './around.ts'
import { fills, reads, takes } from './mistakes.ts'
import { type Mutant, mutant, type Wrap } from './mutant.ts'

const call: OperationId = 'call.trigger'
const workflow: OperationId = 'workflow.call'
const node: OperationId = 'node.trigger'

/** A store with some of its methods replaced. */
const keeping =
  (change: (store: Store) => Partial<Store>): Wrap =>
  (service) => {
    Object.assign(service.context.store, change({ ...service.context.store }))
    return service
  }

/** A queue that places calls in another order. */
const placing = (compare: (a: CallRecord, b: CallRecord) => number): Wrap =>
  keeping((store) => ({
    nextCall: (workspace, now) =>
      store
        .openCalls()
        .filter(
          (each) => each.workspace === workspace && each.state === 'queued' && each.due !== null && each.due <= now,
        )
        .sort(compare)[0],
  }))

/** Deletes more than it was asked to. */
const deletingToo = (others: (call: CallRecord, path: string) => { path: string; number: string } | null): Wrap =>
  around(async (request, next, service) => {
    const queued = service.context.store.openCalls().filter(({ state }) => state === 'queued')
    const answer = await next(request)
    if (request.operation !== 'workflow.delete' || answer.status !== 200) return answer
    for (const each of queued) {
      const more = others(each, request.path)
      if (more !== null) await next(withBody({ ...request, path: more.path }, { customer_number: more.number }))
    }
    return answer
  })

const more = (member: string, by: number, operation: OperationId): Wrap =>
  takes(operation, member, (value) => (typeof value === 'number' ? value + by : value))

/** The queue of calls: order, retries, deletes, and what a call is made of. */
export const queueMutants: readonly Mutant[] = [
  mutant(
    'QUE-01',
    'order',
    'the highest number goes first',
    placing((a, b) => b.priority - a.priority),
  ),
  mutant(
    'QUE-01',
    'order',
    'calls go in the order they came',
    placing((a, b) => a.arrival - b.arrival),
  ),
  mutant(
    'QUE-01',
    'order',
    'the newest call goes first',
    placing((a, b) => b.arrival - a.arrival),
  ),
  mutant(
    'QUE-01',
    'order',
    'priorities are compared as text',
    placing((a, b) => (String(a.priority) < String(b.priority) ? -1 : 1)),
  ),
  mutant('QUE-02', 'default', 'an absent priority is 1', fills(call, 'callPriority', 1)),
  mutant('QUE-02', 'default', 'an absent priority is 100', fills(call, 'callPriority', 100)),
  mutant('QUE-02', 'default', 'an absent priority is 9', fills(call, 'callPriority', 9)),
  mutant('QUE-02', 'default', 'an absent priority is 11', fills(call, 'callPriority', 11)),
  mutant('RET-01', 'window', 'a call is tried once too often', more('noOfRetries', 1, call)),
  mutant('RET-01', 'window', 'a call is tried twice too often', more('noOfRetries', 2, call)),
  mutant('NOD-05', 'default', 'the node retries once by itself', fills(node, 'no_of_retries', 1)),
  mutant(
    'NOD-06',
    'default',
    'the node reads the spelling of the workflow call',
    reads(node, ({ retries_after_in_hrs: _, ...body }) => body),
  ),
  mutant(
    'DEL-01',
    'dropped',
    'a delete does nothing',
    around(async (request, next) =>
      request.operation === 'workflow.delete' && request.text !== null ? pretend(request) : next(request),
    ),
  ),
  mutant(
    'DEL-04',
    'isolation',
    'a delete takes the customer out of every workflow',
    deletingToo((each) =>
      each.workflowId === null ? null : { path: `/api/workflow/call/${each.workflowId}`, number: each.customerNumber },
    ),
  ),
  mutant(
    'DEL-04',
    'isolation',
    'a delete empties the workflow',
    deletingToo((each, path) => ({ path, number: each.customerNumber })),
  ),
  mutant('WFC-04', 'default', 'an absent use_case is always the same agent', fills(workflow, 'use_case', 'plain')),
  mutant('WFC-04', 'default', 'an absent bot_number is the outbound number', fills(workflow, 'bot_number', '15550121')),
  mutant('WFC-04', 'default', 'an absent agent_version is 1', fills(workflow, 'agent_version', 1)),
  mutant('CAL-06', 'default', 'an absent version is the first', fills(call, 'agentVersion', 1)),
  mutant(
    'CAL-09',
    'default',
    'a channel gives its first number alone',
    fills(call, 'agentNumber', '15550121', (body) => 'communicationChannel' in body),
  ),
  mutant(
    'CAL-09',
    'default',
    'a channel gives a number of another one',
    fills(call, 'agentNumber', '15550111', (body) => 'communicationChannel' in body),
  ),
]
