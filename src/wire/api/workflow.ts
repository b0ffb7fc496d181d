import { z } from 'zod'
import type { JsonObject } from '../../base/json.ts'
import { type CallOptions, callOptionsShape } from './call.ts'
import {
  type AgentVersion,
  agentVersionShape,
  dateShape,
  hourShape,
  jsonObject,
  priorityShape,
  utcInstantShape,
} from './member-shapes.ts'

/** The body of the workflow call trigger (Trigger workflow call); the snake_case twin of the call trigger (WFC-05). */
export interface WorkflowCallRequest {
  customer_number: string
  customer_details?: JsonObject
  use_case?: string
  agent_version?: AgentVersion
  bot_number?: string
  schedule_time?: string
  options?: CallOptions
  no_of_retries?: number
  retry_after_in_hrs?: number
  start_working_hour?: string
  end_working_hour?: string
  timezone?: string
  call_priority?: number
  call_on_date?: string
}

/** The body of the workflow call delete (Delete call request). */
export interface WorkflowDeleteRequest {
  customer_number: string
}

/** The body of the workflow-node trigger (Workflow trigger); it spells the retry interval differently (NOD-06). */
export interface NodeTriggerRequest {
  workflow_id: string
  customer_number: string
  bot_number?: string
  use_case?: string
  customer_details?: JsonObject
  schedule_time?: string
  no_of_retries?: number
  retries_after_in_hrs?: number
  start_working_hour?: string
  end_working_hour?: string
  timezone?: string
}

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

/** What we may send to the workflow call trigger. */
export const workflowCallRequestShape: z.ZodType<WorkflowCallRequest> = z.strictObject({
  ...common,
  customer_number: text.min(1),
  agent_version: agentVersionShape.exactOptional(),
  options: callOptionsShape.exactOptional(),
  retry_after_in_hrs: z.number().min(0).exactOptional(),
  call_priority: priorityShape.exactOptional(),
  call_on_date: dateShape.exactOptional(),
})

/** What we may send to delete a queued workflow call. */
export const workflowDeleteRequestShape: z.ZodType<WorkflowDeleteRequest> = z.strictObject({
  customer_number: text.min(1),
})

/** What we may send to the workflow-node trigger. */
export const nodeTriggerRequestShape: z.ZodType<NodeTriggerRequest> = z.strictObject({
  ...common,
  workflow_id: text.min(1),
  customer_number: text.min(1),
  retries_after_in_hrs: z.number().min(0).exactOptional(),
})
