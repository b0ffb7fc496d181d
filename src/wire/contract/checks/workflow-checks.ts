import fc from 'fast-check'
import type { JsonValue } from '../../../base/json.ts'
import { unknownId, unknownName } from '../requests/interesting-values.ts'
import { type Edit, leave, omitMember, putMember } from '../world/contract-request.ts'
import type { ReadRequest } from '../world/reading.ts'
import { isForeignWorkflow, isOwnWorkflow } from './isolation-checks.ts'
import { isText, type RequestCheck, type RequestChecks, readVersion } from './request-check.ts'

const isA = ({ request, bodyKind }: ReadRequest, ...operations: string[]): boolean =>
  operations.includes(request.operation) && bodyKind === 'object'
const mistyped = (value: JsonValue | undefined): boolean =>
  value !== undefined && value !== null && typeof value !== 'string'
const lacksNumber = ({ body }: ReadRequest): boolean =>
  body.customer_number === undefined || body.customer_number === ''
const without: () => fc.Arbitrary<Edit> = () =>
  fc.constantFrom(omitMember('customer_number'), putMember('customer_number', ''))

const valid = (from: RequestCheck['from'], operation: string): RequestCheck => ({
  from,
  edits: () => fc.constant(leave),
  applies: (reading) => isA(reading, operation),
})

/** Workflow calls, their removal, and the workflow node (Trigger workflow call; Delete call request; Workflow trigger). */
export const workflowChecks: RequestChecks = {
  'WFC-01': valid(['workflow'], 'workflow.call'),
  'WFC-02': {
    from: ['workflow'],
    edits: without,
    applies: (reading) => isA(reading, 'workflow.call') && lacksNumber(reading),
  },
  'WFC-03': {
    from: ['workflow', 'delete'],
    edits: () =>
      unknownId.map(
        (parameter): Edit =>
          (draft) => ({ ...draft, parameter }),
      ),
    applies: (reading) =>
      isA(reading, 'workflow.call', 'workflow.delete') && !isOwnWorkflow(reading) && !isForeignWorkflow(reading),
  },
  'WFC-06': {
    from: ['workflow'],
    edits: () => fc.constantFrom(putMember('callPriority', 1), putMember('phoneNumber', '15550100001')),
    applies: (reading) => isA(reading, 'workflow.call') && Object.keys(reading.body).some((name) => /[A-Z]/.test(name)),
  },
  'WFC-07': {
    from: ['workflow', 'node'],
    edits: ({ subject }) =>
      fc.oneof(
        unknownName(subject.own.agents.map(({ name }) => name)).map((name) => putMember('use_case', name)),
        fc.constant(putMember('bot_number', '15559999')),
        fc
          .constantFrom<JsonValue[]>('draft', -1, 1.5, 'latest', 99_999)
          .map((version) => putMember('agent_version', version)),
      ),
    applies: (reading) => {
      const { use_case, bot_number, agent_version } = reading.body
      const { facts } = reading
      const workflow = facts.workflows.find(({ workflowId }) => workflowId === reading.parameter)
      const agent = facts.agents.find(({ name }) => name === (use_case ?? workflow?.agent)) ?? null
      const numbers = facts.channels
        .filter(({ enabled, type }) => enabled && type === 'outboundSipTrunk')
        .flatMap((each) => each.numbers)
      return (
        isA(reading, 'workflow.call', 'node.trigger') &&
        ((use_case !== undefined && agent === null) ||
          (bot_number !== undefined && !numbers.includes(String(bot_number).replace(/^\+/, ''))) ||
          readVersion(agent_version, agent, 'call') !== 'fine')
      )
    },
  },
  'DEL-02': valid(['delete'], 'workflow.delete'),
  'DEL-03': {
    from: ['delete'],
    edits: () =>
      fc.oneof(
        without(),
        fc.constant<Edit>((draft) => ({ ...draft, body: null, contentType: null })),
      ),
    applies: (reading) =>
      reading.request.operation === 'workflow.delete' && (reading.bodyKind !== 'object' || lacksNumber(reading)),
  },
  'NOD-01': valid(['node'], 'node.trigger'),
  'NOD-02': {
    from: ['node'],
    edits: () =>
      fc
        .tuple(fc.constantFrom('workflow_id', 'customer_number'), fc.constantFrom<JsonValue[]>(1, [1], true, {}, ['x']))
        .map(([name, value]) => putMember(name, value)),
    applies: (reading) =>
      isA(reading, 'node.trigger') && (mistyped(reading.body.workflow_id) || mistyped(reading.body.customer_number)),
  },
  'NOD-03': {
    from: ['node'],
    edits: () => unknownId.map((id) => putMember('workflow_id', id)),
    applies: (reading) =>
      isA(reading, 'node.trigger') &&
      isText(reading.body.workflow_id) &&
      !isOwnWorkflow(reading) &&
      !isForeignWorkflow(reading),
  },
  'NOD-04': {
    from: ['node'],
    edits: without,
    applies: (reading) => isA(reading, 'node.trigger') && lacksNumber(reading),
  },
  'NOD-08': {
    from: ['node'],
    edits: () =>
      fc.constantFrom(
        omitMember('workflow_id'),
        putMember('workflow_id', ''),
        putMember('call_priority', 1),
        putMember('options', {}),
      ),
    applies: ({ body, ...reading }) =>
      isA({ body, ...reading }, 'node.trigger') && (!Object.hasOwn(body, 'workflow_id') || body.workflow_id === ''),
  },
}
