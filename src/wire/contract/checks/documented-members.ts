import type { JsonObject } from '../../../base/json.ts'
import type { OperationId } from '../../api/operation.ts'

const workflow = [
  'customer_number',
  'customer_details',
  'use_case',
  'bot_number',
  'schedule_time',
  'no_of_retries',
  'start_working_hour',
  'end_working_hour',
  'timezone',
]

/** The members that the interface lists for the body of each operation (Endpoints). */
const members: Record<OperationId, readonly string[]> = {
  'session.get': [],
  'blueprints.get': [],
  'chat.trigger': [
    'communicationChannel',
    'customerNumber',
    'customerEmail',
    'agentName',
    'agentVersion',
    'agentNumber',
    'metadata',
    'attachments',
    'whatsappOptions',
    'emailOptions',
    'scheduleTime',
    'startWorkingHour',
    'endWorkingHour',
    'timezone',
    'doReturnResponse',
    'message',
    'sessionId',
    'chatOptions',
  ],
  'call.trigger': [
    'phoneNumber',
    'agentName',
    'agentVersion',
    'metadata',
    'communicationChannel',
    'agentNumber',
    'options',
    'noOfRetries',
    'retryAfterHours',
    'startWorkingHour',
    'endWorkingHour',
    'timezone',
    'callPriority',
    'callOnDate',
    'scheduleTime',
  ],
  'workflow.call': [...workflow, 'agent_version', 'options', 'retry_after_in_hrs', 'call_priority', 'call_on_date'],
  'workflow.delete': ['customer_number'],
  'node.trigger': [...workflow, 'workflow_id', 'retries_after_in_hrs'],
}

/** The members of the body of an operation. */
export function membersOf(operation: OperationId): readonly string[] {
  return members[operation]
}

/** Whether every member of a body is one that the interface lists for the operation. */
export function isDocumented(operation: OperationId, body: JsonObject): boolean {
  return Object.keys(body).every((name) => members[operation].includes(name))
}
