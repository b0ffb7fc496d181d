import fc from 'fast-check'
import type { JsonValue } from '../../../base/json/json.ts'
import { unknownId, unknownName } from '../requests/interesting-values.ts'
import { change, leave, omitMember, putMember, setEach } from '../world/contract-request.ts'
import type { ReadRequest } from '../world/reading.ts'
import { isForeignWorkflow, isOwnWorkflow } from './isolation-checks.ts'
import { checksOf, isCallerNumber, isText, type RequestChecks, readVersion } from './request-check.ts'

const isA =
  (...operations: string[]) =>
  ({ request, bodyKind }: ReadRequest): boolean =>
    operations.includes(request.operation) && bodyKind === 'object'
const call = checksOf(['workflow'], isA('workflow.call'))
const node = checksOf(['node'], isA('node.trigger'))
const mistyped = (value: JsonValue | undefined): boolean =>
  value !== undefined && value !== null && typeof value !== 'string'
const lacksNumber = ({ body }: ReadRequest): boolean =>
  body.customer_number === undefined || body.customer_number === ''
const namesNone = (reading: ReadRequest): boolean => !isOwnWorkflow(reading) && !isForeignWorkflow(reading)
const withoutNumber = [omitMember('customer_number'), putMember('customer_number', '')]

/** Workflow calls, their removal, and the workflow node (Trigger workflow call; Delete call request; Workflow trigger). */
export const workflowChecks: RequestChecks = {
  'WFC-01': call([leave]),
  'WFC-02': call(withoutNumber, lacksNumber),
  'WFC-03': checksOf(['workflow', 'delete'], isA('workflow.call', 'workflow.delete'))(
    unknownId.map((parameter) => change({ parameter })),
    namesNone,
  ),
  'WFC-06': call([putMember('callPriority', 1), putMember('phoneNumber', '15550100001')], ({ body }) =>
    Object.keys(body).some((name) => /[A-Z]/.test(name)),
  ),
  'WFC-07': checksOf(['workflow', 'node'], isA('workflow.call', 'node.trigger'))(
    ({ subject }) =>
      fc.oneof(
        unknownName(subject.own.agents.map(({ name }) => name)).map((name) => putMember('use_case', name)),
        fc.constant(putMember('bot_number', '15559999')),
        fc.constantFrom(...setEach('agent_version', 'draft', -1, 1.5, 'latest', 99_999)),
      ),
    ({ facts, parameter, body: { use_case, bot_number, agent_version } }) => {
      const workflow = facts.workflows.find(({ workflowId }) => workflowId === parameter)
      const agent = facts.agents.find(({ name }) => name === (use_case ?? workflow?.agent)) ?? null
      return (
        (use_case !== undefined && agent === null) ||
        (bot_number !== undefined && !isCallerNumber(facts, bot_number)) ||
        readVersion(agent_version, agent, 'call') !== 'fine'
      )
    },
  ),
  'DEL-02': checksOf(['delete'], isA('workflow.delete'))([leave]),
  'DEL-03': checksOf(['delete'], ({ request }) => request.operation === 'workflow.delete')(
    fc.oneof(fc.constantFrom(...withoutNumber), fc.constant(change({ body: null, contentType: null }))),
    (reading) => reading.bodyKind !== 'object' || lacksNumber(reading),
  ),
  'NOD-01': node([leave]),
  'NOD-02': node(
    fc
      .tuple(fc.constantFrom('workflow_id', 'customer_number'), fc.constantFrom<JsonValue[]>(1, [1], true, {}, ['x']))
      .map(([name, value]) => putMember(name, value)),
    ({ body }) => mistyped(body.workflow_id) || mistyped(body.customer_number),
  ),
  'NOD-03': node(
    unknownId.map((id) => putMember('workflow_id', id)),
    (reading) => isText(reading.body.workflow_id) && namesNone(reading),
  ),
  'NOD-04': node(withoutNumber, lacksNumber),
  'NOD-08': node(
    [omitMember('workflow_id'), putMember('workflow_id', ''), putMember('call_priority', 1), putMember('options', {})],
    ({ body }) => !Object.hasOwn(body, 'workflow_id') || body.workflow_id === '',
  ),
}
