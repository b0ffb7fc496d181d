import { z } from 'zod'
import { agentVersionShape, hourShape, jsonObject } from './member-shapes.ts'
import { openObject, recognising } from './shape.ts'
import { transcriptEntryShape } from './transcript-entry.ts'
import { isUsualRequest, isUsualTurn } from './usual.ts'

const text = z.string()

/** What we may send as options of a WhatsApp message; for web chat only `additionalContext` applies. */
export const whatsappOptionsShape = z.strictObject({
  messageType: z.enum(['prompt', 'say', 'template']).exactOptional(),
  additionalContext: text.exactOptional(),
  message: text.exactOptional(),
  templateId: text.exactOptional(),
  templateLanguage: text.exactOptional(),
  templateVariables: jsonObject.exactOptional(),
})

/** What an email may state; `cc` and `bcc` separate addresses by commas, `replyTo` is an earlier email's session. */
export const emailOptionsShape = z.strictObject({
  messageType: z.enum(['prompt', 'say']).exactOptional(),
  additionalContext: text.exactOptional(),
  body: text.exactOptional(),
  subject: text.exactOptional(),
  cc: text.exactOptional(),
  bcc: text.exactOptional(),
  replyTo: text.exactOptional(),
})

/** What we may send to the chat trigger: no unknown members, no coercible values. */
export const chatRequestShape = recognising(
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

/** The body of the chat trigger (Trigger chat). */
export interface ChatRequest extends z.output<typeof chatRequestShape> {}

/** A chat trigger that returns the reply inline and messages nobody (CHA-01, CHA-45). */
export interface InlineChatRequest extends ChatRequest {
  doReturnResponse: true
  agentName: string
}

export const inlineChatAnswerShape = recognising(
  openObject({
    sessionId: text.min(1),
    transcript: z.array(transcriptEntryShape),
  }),
  isUsualTurn,
)

/** The answer to an inline chat: the session and this turn's slice of its transcript (CHA-03). */
export interface InlineChatAnswer extends z.output<typeof inlineChatAnswerShape> {}

export const dispatchAnswerShape = openObject({ sessionId: text.min(1) })

/** The answer to a dispatch: the session it will run in (DSP-20). */
export interface DispatchAnswer extends z.output<typeof dispatchAnswerShape> {}
