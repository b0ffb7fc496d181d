import { z } from 'zod'
import { agentVersionShape } from '../../api/agent-version.ts'
import type { ChatRequest } from '../../api/chat.ts'
import { jsonObject } from '../../api/json-object.ts'
import { hourShape } from '../../api/schedule.ts'
import { checkShape } from '../../api/shape.ts'
import type { JsonObject } from '../../base/json.ts'
import type { Refusal } from '../answer.ts'

const text = z.string().optional()

/** The types of the chat trigger (TYP-01 to TYP-19): nothing is coerced, null is no value (ENV-13), unknown members are dropped (ENV-12). */
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
  scheduleTime: z
    .string()
    .refine((time) => !Number.isNaN(Date.parse(time)), 'expected a date-time')
    .optional(),
  startWorkingHour: hourShape.optional(),
  endWorkingHour: hourShape.optional(),
  timezone: z.string().refine(isTimeZone, 'expected an IANA time zone').optional(),
  doReturnResponse: z.boolean().optional(),
  message: text,
  sessionId: z.string().min(1).optional(),
  chatOptions: z.object({ additionalContext: text }).optional(),
})

/** A chat trigger whose members have the right types, or the 422; `unknown` are members that were dropped. */
export type ChatBody = { ok: true; chat: ChatRequest; unknown: string[] } | { ok: false; refusal: Refusal }

/** Checks the types of a chat trigger. */
export function readChatBody(body: JsonObject): ChatBody {
  const checked = checkShape(shape, body)
  if (!checked.ok) {
    const list = checked.violations.map(
      ({ path, expected, actual }) => `${path}: expected ${expected}, but here is ${actual}`,
    )
    return { ok: false, refusal: { errorCode: 'validationError', message: list.join('; ') } }
  }
  const unknown = Object.keys(body).filter((key) => !(key in shape.shape))
  return { ok: true, chat: checked.value as ChatRequest, unknown }
}

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '' && !/^[+-]/.test(name)
  } catch {
    return false // Intl throws for a name that is none; the caller refuses it
  }
}
