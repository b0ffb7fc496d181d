import type { Note } from './annotate.ts'
import { scheduleNotes as schedule } from './schedule-notes.ts'

const customer = {
  description: 'The number of the customer; country code included, with or without `+`.',
  examples: ['+15550100'],
}

/** What the document says about workflow calls (Trigger workflow call, Delete call request, Workflow trigger). */
export const workflowNotes: Record<string, Note> = {
  WorkflowCallRequest: {
    description: 'A call to place by way of a workflow.',
    members: {
      customer_number: customer,
      customer_details: schedule.details,
      use_case: 'The agent to use. Default: the agent of the workflow.',
      agent_version: schedule.version,
      bot_number: 'The number to call from. Default: the bot number of the workflow.',
      schedule_time: schedule.at,
      options: 'What this one call does differently from the settings of the agent.',
      no_of_retries: schedule.retries,
      retry_after_in_hrs: schedule.retryHours,
      start_working_hour: schedule.start,
      end_working_hour: schedule.end,
      timezone: schedule.zone,
      call_priority: schedule.priority,
      call_on_date: schedule.date,
    },
  },
  WorkflowDeleteRequest: {
    description: 'Whose call requests to take out of the queue of a workflow.',
    members: { customer_number: customer },
  },
  NodeTriggerRequest: {
    description:
      'A workflow to start from a Call API node. Its options, priority and date are not shown by the interface.',
    members: {
      workflow_id: { description: 'The workflow to start.', examples: ['wf-delivery-reminder'] },
      bot_number: 'The number to call from; country code included.',
      use_case: 'The agent to use.',
      customer_number: customer,
      customer_details: schedule.details,
      schedule_time: schedule.at,
      no_of_retries: { ...schedule.retries, default: 0 },
      retries_after_in_hrs: `${schedule.retryHours} Spelled \`retries\` here, \`retry\` in the workflow call.`,
      start_working_hour: schedule.start,
      end_working_hour: schedule.end,
      timezone: schedule.zone,
    },
  },
}
