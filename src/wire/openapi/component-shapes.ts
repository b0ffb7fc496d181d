import { z } from 'zod'
import type { JsonObject } from '../../base/json/json.ts'
import { blueprintConfigShape, blueprintListingShape, blueprintShape, workflowMappingShape } from '../api/blueprint.ts'
import { callAnswerShape, callOptionsShape, callRequestShape } from '../api/call.ts'
import {
  chatRequestShape,
  dispatchAnswerShape,
  emailOptionsShape,
  inlineChatAnswerShape,
  whatsappOptionsShape,
} from '../api/chat.ts'
import { envelopeShape } from '../api/envelope.ts'
import { agentVersionShape } from '../api/member-shapes.ts'
import { type Participant, sessionShape } from '../api/session.ts'
import { contentItemShape, transcriptEntryShape } from '../api/transcript-entry.ts'
import { nodeTriggerRequestShape, workflowCallRequestShape, workflowDeleteRequestShape } from '../api/workflow.ts'

const nullableText = z.string().nullable()

/** The customer of a session; only `id` is guaranteed (Session). */
const participantShape: z.ZodType<Omit<Participant, 'name' | 'number' | 'email'>> = z.looseObject({
  id: z.string(),
  name: nullableText.exactOptional(),
  number: nullableText.exactOptional(),
  email: nullableText.exactOptional(),
})

/** An error code of the local service, for what the interface leaves open. */
const localErrorCodeShape: z.ZodType<string> = z.string().regex(/^local[A-Z]/)

/** The shapes with a named schema in the document; one that is used inside another is referred to by its name. */
export const componentShapes = {
  Envelope: envelopeShape,
  LocalErrorCode: localErrorCodeShape,
  Session: sessionShape,
  Participant: participantShape,
  TranscriptEntry: transcriptEntryShape,
  ContentItem: contentItemShape,
  ChatRequest: chatRequestShape,
  WhatsappOptions: whatsappOptionsShape,
  EmailOptions: emailOptionsShape,
  DispatchAnswer: dispatchAnswerShape,
  InlineChatAnswer: inlineChatAnswerShape,
  AgentVersion: agentVersionShape,
  CallRequest: callRequestShape,
  CallOptions: callOptionsShape,
  CallAnswer: callAnswerShape,
  WorkflowCallRequest: workflowCallRequestShape,
  WorkflowDeleteRequest: workflowDeleteRequestShape,
  BlueprintListing: blueprintListingShape,
  Blueprint: blueprintShape,
  BlueprintConfig: blueprintConfigShape,
  WorkflowMapping: workflowMappingShape,
  NodeTriggerRequest: nodeTriggerRequestShape,
} as const satisfies Record<string, z.ZodType>

export type ComponentName = keyof typeof componentShapes

export function referTo(name: string): JsonObject {
  return { $ref: pointerTo(name) }
}

export function pointerTo(name: string): string {
  return `#/components/schemas/${name}`
}
