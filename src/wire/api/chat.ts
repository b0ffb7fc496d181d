import { z } from 'zod'
import type { JsonObject } from '../../base/json.ts'
import { type AgentVersion, agentVersionShape, hourShape, jsonObject } from './member-shapes.ts'
import { recognising, type WireShape } from './shape.ts'
import { type TranscriptEntry, transcriptEntryShape } from './transcript-entry.ts'
import { isUsualRequest, isUsualTurn } from './usual.ts'

/** Options of a WhatsApp message; for web chat only `additionalContext` applies. */
export interface WhatsappOptions {
  messageType?: 'prompt' | 'say' | 'template'
  additionalContext?: string
  message?: string
  templateId?: string
  templateLanguage?: string
  templateVariables?: JsonObject
}

/** Options of an email; `cc` and `bcc` are addresses separated by commas, `replyTo` the session of an earlier email. */
export interface EmailOptions {
  messageType?: 'prompt' | 'say'
  additionalContext?: string
  body?: string
  subject?: string
  cc?: string
  bcc?: string
  replyTo?: string
}

/** The body of the chat trigger (Trigger chat). */
export interface ChatRequest {
  communicationChannel?: string
  customerNumber?: string
  customerEmail?: string
  agentName?: string
  agentVersion?: AgentVersion
  agentNumber?: string
  metadata?: JsonObject
  attachments?: string[]
  whatsappOptions?: WhatsappOptions
  emailOptions?: EmailOptions
  scheduleTime?: string
  startWorkingHour?: string
  endWorkingHour?: string
  timezone?: string
  doReturnResponse?: boolean
  message?: string
  sessionId?: string
  chatOptions?: { additionalContext?: string }
}

/** A chat trigger that returns the reply inline and messages nobody (CHA-01, CHA-45). */
export interface InlineChatRequest extends ChatRequest {
  doReturnResponse: true
  agentName: string
}

/** The answer to an inline chat: the session and this turn's slice of its transcript (CHA-03). */
export interface InlineChatAnswer {
  sessionId: string
  transcript: TranscriptEntry[]
}

/** The answer to a dispatch: the session it will run in (DSP-20). */
export interface DispatchAnswer {
  sessionId: string
}

const text = z.string()

/** What we may send as WhatsApp options. */
export const whatsappOptionsShape: z.ZodType<WhatsappOptions> = z.strictObject({
  messageType: z.enum(['prompt', 'say', 'template']).exactOptional(),
  additionalContext: text.exactOptional(),
  message: text.exactOptional(),
  templateId: text.exactOptional(),
  templateLanguage: text.exactOptional(),
  templateVariables: jsonObject.exactOptional(),
})

/** What we may send as email options. */
export const emailOptionsShape: z.ZodType<EmailOptions> = z.strictObject({
  messageType: z.enum(['prompt', 'say']).exactOptional(),
  additionalContext: text.exactOptional(),
  body: text.exactOptional(),
  subject: text.exactOptional(),
  cc: text.exactOptional(),
  bcc: text.exactOptional(),
  replyTo: text.exactOptional(),
})

/** What we may send to the chat trigger: no unknown members, no coercible values. */
export const chatRequestShape: WireShape<ChatRequest> = recognising(
  z.strictObject({
    communicationChannel: text.exactOptional(),
    customerNumber: text.exactOptional(),
    customerEmail: text.exactOptional(),
    agentName: text.exactOptional(),
    agentVersion: agentVersionShape.exactOptional(),
    agentNumber: text.exactOptional(),
    metadata: jsonObject.exactOptional(),
    attachments: z.array(text).exactOptional(),
    whatsappOptions: whatsappOptionsShape.exactOptional(),
    emailOptions: emailOptionsShape.exactOptional(),
    scheduleTime: text.exactOptional(),
    startWorkingHour: hourShape.exactOptional(),
    endWorkingHour: hourShape.exactOptional(),
    timezone: text.exactOptional(),
    doReturnResponse: z.boolean().exactOptional(),
    message: text.exactOptional(),
    sessionId: text.min(1).exactOptional(),
    chatOptions: z.strictObject({ additionalContext: text.exactOptional() }).exactOptional(),
  }),
  isUsualRequest,
)

/** Reads the data of an inline answer. */
export const inlineChatAnswerShape: WireShape<InlineChatAnswer> = recognising(
  z.looseObject({
    sessionId: text.min(1),
    transcript: z.array(transcriptEntryShape),
  }),
  isUsualTurn,
)

/** Reads the data of a dispatch. */
export const dispatchAnswerShape: z.ZodType<DispatchAnswer> = z.looseObject({ sessionId: text.min(1) })
