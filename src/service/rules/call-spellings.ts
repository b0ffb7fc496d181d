import type { CallSpelling } from './call-body.ts'

/** The members of the call trigger (Trigger call). */
export const callSpelling: CallSpelling = {
  customerNumber: 'phoneNumber',
  agentName: 'agentName',
  agentVersion: 'agentVersion',
  metadata: 'metadata',
  communicationChannel: 'communicationChannel',
  agentNumber: 'agentNumber',
  options: 'options',
  noOfRetries: 'noOfRetries',
  retryAfterHours: 'retryAfterHours',
  startWorkingHour: 'startWorkingHour',
  endWorkingHour: 'endWorkingHour',
  timezone: 'timezone',
  callPriority: 'callPriority',
  callOnDate: 'callOnDate',
  scheduleTime: 'scheduleTime',
}

/** The members that the workflow call and the workflow node share. */
const shared = {
  customerNumber: 'customer_number',
  agentName: 'use_case',
  metadata: 'customer_details',
  agentNumber: 'bot_number',
  noOfRetries: 'no_of_retries',
  startWorkingHour: 'start_working_hour',
  endWorkingHour: 'end_working_hour',
  timezone: 'timezone',
  scheduleTime: 'schedule_time',
} as const

/** The members of the workflow call (Trigger workflow call). */
export const workflowSpelling: CallSpelling = {
  ...shared,
  agentVersion: 'agent_version',
  options: 'options',
  retryAfterHours: 'retry_after_in_hrs',
  callPriority: 'call_priority',
  callOnDate: 'call_on_date',
}

/**
 * The members of the workflow node. It spells the retry interval differently (NOD-06), and does not read options,
 * priority and date (NOD-08, QUE-07).
 */
export const nodeSpelling: CallSpelling = { ...shared, retryAfterHours: 'retries_after_in_hrs' }
