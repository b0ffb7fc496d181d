import { z } from 'zod'
import { callOptionsShape } from './call.ts'
import { agentVersionShape, dateShape, hourShape, jsonObject, priorityShape, utcInstantShape } from './member-shapes.ts'

const text = z.string()

const common = {
  customer_details: jsonObject.exactOptional(),
  use_case: text.exactOptional(),
  bot_number: text.exactOptional(),
  schedule_time: utcInstantShape.exactOptional(),
  no_of_retries: z.int().min(0).exactOptional(),
  start_working_hour: hourShape.exactOptional(),
  end_working_hour: hourShape.exactOptional(),
  timezone: text.exactOptional(),
}

export const workflowCallRequestShape = z.strictObject({
  ...common,
  customer_number: text.min(1),
  agent_version: agentVersionShape.exactOptional(),
  options: callOptionsShape.exactOptional(),
  retry_after_in_hrs: z.number().min(0).exactOptional(),
  call_priority: priorityShape.exactOptional(),
  call_on_date: dateShape.exactOptional(),
})

/** The body of the workflow call trigger (Trigger workflow call); the snake_case twin of the call trigger (WFC-05). */
export interface WorkflowCallRequest extends z.output<typeof workflowCallRequestShape> {}

export const workflowDeleteRequestShape = z.strictObject({
  customer_number: text.min(1),
})

export interface WorkflowDeleteRequest extends z.output<typeof workflowDeleteRequestShape> {}

export const nodeTriggerRequestShape = z.strictObject({
  ...common,
  workflow_id: text.min(1),
  customer_number: text.min(1),
  retries_after_in_hrs: z.number().min(0).exactOptional(),
})

/** The body of the workflow-node trigger (Workflow trigger); it spells the retry interval differently (NOD-06). */
export interface NodeTriggerRequest extends z.output<typeof nodeTriggerRequestShape> {}
