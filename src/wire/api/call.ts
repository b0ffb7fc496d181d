import { z } from 'zod'
import type { JsonObject } from '../../base/json.ts'
import {
  type AgentVersion,
  agentVersionShape,
  dateShape,
  hourShape,
  jsonObject,
  priorityShape,
  utcInstantShape,
} from './member-shapes.ts'

/** Overrides of the agent's settings for one call. All are texts, `True` and `False` too (CAL-13). */
export interface CallOptions {
  transcriptLanguage?: string
  allowedOverallInterruptions?: string
  allowedInterruptionsInitially?: string
  ttsLanguage?: string
  ttsGender?: string
  voiceId?: string
  speed?: string
  transferNumber?: string
  communicationMethod?: string
  dtmfEnabled?: string
  initialMessage?: string
  additionalContext?: string
}

/** The body of the call trigger (Trigger call). Hours count in `timezone`, by default Asia/Kolkata. */
export interface CallRequest {
  phoneNumber: string
  agentName: string
  agentVersion?: AgentVersion
  metadata?: JsonObject
  communicationChannel?: string
  agentNumber?: string
  options?: CallOptions
  noOfRetries?: number
  retryAfterHours?: number
  startWorkingHour?: string
  endWorkingHour?: string
  timezone?: string
  callPriority?: number
  callOnDate?: string
  scheduleTime?: string
}

/** The answer to a call trigger. */
export interface CallAnswer {
  callId: string
}

const text = z.string()

/** What we may send as call options. */
export const callOptionsShape: z.ZodType<CallOptions> = z.strictObject({
  transcriptLanguage: text.exactOptional(),
  allowedOverallInterruptions: text.exactOptional(),
  allowedInterruptionsInitially: text.exactOptional(),
  ttsLanguage: text.exactOptional(),
  ttsGender: text.exactOptional(),
  voiceId: text.exactOptional(),
  speed: text.exactOptional(),
  transferNumber: text.exactOptional(),
  communicationMethod: text.exactOptional(),
  dtmfEnabled: text.exactOptional(),
  initialMessage: text.exactOptional(),
  additionalContext: text.exactOptional(),
})

/** What we may send to the call trigger. */
export const callRequestShape: z.ZodType<CallRequest> = z.strictObject({
  phoneNumber: text.min(1),
  agentName: text.min(1),
  agentVersion: agentVersionShape.exactOptional(),
  metadata: jsonObject.exactOptional(),
  communicationChannel: text.exactOptional(),
  agentNumber: text.exactOptional(),
  options: callOptionsShape.exactOptional(),
  noOfRetries: z.int().min(0).exactOptional(),
  retryAfterHours: z.number().min(0).exactOptional(),
  startWorkingHour: hourShape.exactOptional(),
  endWorkingHour: hourShape.exactOptional(),
  timezone: text.exactOptional(),
  callPriority: priorityShape.exactOptional(),
  callOnDate: dateShape.exactOptional(),
  scheduleTime: utcInstantShape.exactOptional(),
})

/** Reads the data of a call trigger; a call counts as accepted only with a callId (ENV-08). */
export const callAnswerShape: z.ZodType<CallAnswer> = z.looseObject({ callId: text.min(1) })
