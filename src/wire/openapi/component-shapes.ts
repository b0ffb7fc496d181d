import { z } from 'zod'
import { agentVersionShape } from '../api/agent-version.ts'
import { blueprintListingShape, blueprintShape, workflowMappingShape } from '../api/blueprint.ts'
import { blueprintConfigShape } from '../api/blueprint-config.ts'
import { callAnswerShape, callOptionsShape, callRequestShape } from '../api/call.ts'
import {
  chatRequestShape,
  dispatchAnswerShape,
  emailOptionsShape,
  inlineChatAnswerShape,
  whatsappOptionsShape,
} from '../api/chat.ts'
import { contentItemShape } from '../api/content-item.ts'
import { envelopeShape } from '../api/envelope.ts'
import { sessionShape } from '../api/session.ts'
import { transcriptEntryShape } from '../api/transcript-entry.ts'
import { nodeTriggerRequestShape, workflowCallRequestShape, workflowDeleteRequestShape } from '../api/workflow.ts'
import { participantShape } from './participant-shape.ts'

/** The names of the document's schemas. */
export type ComponentName =
  | 'Envelope'
  | 'LocalErrorCode'
  | 'Session'
  | 'Participant'
  | 'TranscriptEntry'
  | 'ContentItem'
  | 'ChatRequest'
  | 'WhatsappOptions'
  | 'EmailOptions'
  | 'DispatchAnswer'
  | 'InlineChatAnswer'
  | 'AgentVersion'
  | 'CallRequest'
  | 'CallOptions'
  | 'CallAnswer'
  | 'WorkflowCallRequest'
  | 'WorkflowDeleteRequest'
  | 'BlueprintListing'
  | 'Blueprint'
  | 'BlueprintConfig'
  | 'WorkflowMapping'
  | 'NodeTriggerRequest'

/** An error code of the local service, for what the interface leaves open. */
const localErrorCodeShape: z.ZodType<string> = z.string().regex(/^local[A-Z]/)

/** The shapes with a named schema in the document; one that is used inside another is referred to by its name. */
export const componentShapes: Record<ComponentName, z.ZodType> = {
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
} as const satisfies Record<ComponentName, z.ZodType>
