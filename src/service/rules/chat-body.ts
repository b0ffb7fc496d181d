import { z } from 'zod'
import type { JsonObject } from '../../base/json/json.ts'
import type { ChatRequest } from '../../wire/api/chat.ts'
import { agentVersionShape, hourShape, jsonObject } from '../../wire/api/member-shapes.ts'
import { checkShape } from '../../wire/api/shape.ts'
import type { Refusal } from '../answer/answer.ts'
import { dateTimeShape, isTimeZone } from '../time/local-time.ts'
import { explainViolations } from './read-body.ts'

const text = z.string().optional()

/** Chat trigger types (TYP-01 to TYP-19): no coercion, null is no value (ENV-13), unknown members go (ENV-12). */
const shape = z.object({
  communicationChannel: text,
  customerNumber: text,
  customerEmail: text,
  agentName: text,
  agentVersion: agentVersionShape.optional(),
  agentNumber: text,
  metadata: jsonObject.optional(),
  attachments: z.array(z.string()).optional(),
  whatsappOptions: z
    .object({
      messageType: z.enum(['prompt', 'say', 'template']).optional(),
      additionalContext: text,
      message: text,
      templateId: text,
      templateLanguage: text,
      templateVariables: jsonObject.optional(),
    })
    .optional(),
  emailOptions: z
    .object({
      messageType: z.enum(['prompt', 'say']).optional(),
      additionalContext: text,
      body: text,
      subject: text,
      cc: text,
      bcc: text,
      replyTo: text,
    })
    .optional(),
  scheduleTime: dateTimeShape.optional(),
  startWorkingHour: hourShape.optional(),
  endWorkingHour: hourShape.optional(),
  timezone: z.string().refine(isTimeZone, 'expected an IANA time zone').optional(),
  doReturnResponse: z.boolean().optional(),
  message: text,
  sessionId: z.string().min(1).optional(),
  chatOptions: z.object({ additionalContext: text }).optional(),
})

/** A chat trigger with members of the right types, or the 422; `unknown` lists the members that were dropped. */
export type ChatBody = { ok: true; chat: ChatRequest; unknown: string[] } | { ok: false; refusal: Refusal }

export function readChatBody(body: JsonObject): ChatBody {
  const checked = checkShape(shape, body)
  if (checked.ok) {
    const unknown = Object.keys(body).filter((key) => !Object.hasOwn(shape.shape, key))
    return { ok: true, chat: checked.value as ChatRequest, unknown }
  }
  const refusal = explainViolations(checked.violations)
  const scheduling = ['scheduleTime', 'startWorkingHour', 'endWorkingHour'].some((member) => member in body)
  if (body.doReturnResponse !== true || !scheduling) return { ok: false, refusal }
  const incompatible: Refusal = { errorCode: 'incompatibleOptions', message: 'scheduling of an inline reply' }
  return { ok: false, refusal: { ...refusal, decision: 'CHA-15', others: [incompatible] } }
}
