import { z } from 'zod'
import { agentVersionShape, dateShape, hourShape, jsonObject, priorityShape, utcInstantShape } from './member-shapes.ts'
import { openObject } from './shape.ts'

const text = z.string()

export const callOptionsShape = z.strictObject({
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

/** Overrides of the agent's settings for one call. All are texts, `True` and `False` too (CAL-13). */
export interface CallOptions extends z.output<typeof callOptionsShape> {}

export const callRequestShape = z.strictObject({
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

/** The body of the call trigger (Trigger call). Hours count in `timezone`, by default Asia/Kolkata. */
export interface CallRequest extends z.output<typeof callRequestShape> {}

/** Reads the data of a call trigger; a call counts as accepted only with a callId (ENV-08). */
export const callAnswerShape = openObject({ callId: text.min(1) })

export interface CallAnswer extends z.output<typeof callAnswerShape> {}
