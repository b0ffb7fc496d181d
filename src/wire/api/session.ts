import { z } from 'zod'
import { isJsonObject, type JsonObject } from '../../base/json.ts'
import { jsonObject } from './member-shapes.ts'
import { recognising, type WireShape } from './shape.ts'
import { type TranscriptEntry, transcriptEntryShape } from './transcript-entry.ts'
import { usualSession } from './usual.ts'

/** The kinds of channel a session can run over (SES-13). */
export const channelTypes = [
  'email',
  'inboundSipTrunk',
  'outboundSipTrunk',
  'waChat',
  'waVoice',
  'sms',
  'webChat',
] as const
export type ChannelType = (typeof channelTypes)[number]

/** The eleven statuses of a session (States and transitions). */
const sessionStatuses = [
  'active',
  'completed',
  'call_in_queue',
  'call_placed',
  'call_in_progress',
  'call_errored',
  'call_expired',
  'call_hangup',
  'agent_errored',
  'call_canceled',
  'could_not_connect',
] as const
export type SessionStatus = (typeof sessionStatuses)[number]

/** The agent of a session; all four members are always present (SES-12). */
export interface AgentDetails {
  name: string
  number: string | null
  email: string | null
  /** The label of the version that answers. */
  version: string | null
}

/** The other side of a session: the customer. */
export interface Participant {
  id: string
  name: string | null
  number: string | null
  email: string | null
}

/**
 * A stored session (Session). The customer is a member whose key differs between deployments; `participantOf`
 * finds it (SES-11). `duration`, `retryAttemptNo` and `recordingUrl` exist only for SIP calls (SES-23).
 */
export interface Session {
  sessionId: string
  agentDetails: AgentDetails
  dynamicVariables?: JsonObject | null
  communicationChannelType: ChannelType
  communicationChannelName?: string | null
  transcript: TranscriptEntry[]
  analysis?: JsonObject | null
  status: SessionStatus
  time: string
  createdAt: string
  updatedAt: string
  duration?: number | null
  retryAttemptNo?: number
  recordingUrl?: string | null
}

const nullableText = z.string().nullable()

/** Reads a session; unknown members, including the participant's, are kept. */
export const sessionShape: WireShape<Session> = recognising(
  z.looseObject({
    sessionId: z.string(),
    // null and absent mean the same (SES-12)
    agentDetails: z.looseObject({
      name: z.string(),
      number: nullableText.default(null),
      email: nullableText.default(null),
      version: nullableText.default(null),
    }),
    dynamicVariables: jsonObject.nullable().exactOptional(),
    communicationChannelType: z.enum(channelTypes),
    communicationChannelName: nullableText.exactOptional(),
    transcript: z.array(transcriptEntryShape),
    analysis: jsonObject.nullable().exactOptional(),
    status: z.enum(sessionStatuses),
    time: z.string(),
    createdAt: z.string(),
    updatedAt: z.string(),
    duration: z.number().nullable().exactOptional(),
    retryAttemptNo: z.number().exactOptional(),
    recordingUrl: nullableText.exactOptional(),
  }),
  usualSession(channelTypes, sessionStatuses),
)

/** The customer of a session: the object member other than `agentDetails` that has a text `id` (SES-11). */
export function participantOf(session: Session): Participant | undefined {
  const others = Object.entries(session).filter(
    ([key]) => !['agentDetails', 'dynamicVariables', 'analysis'].includes(key),
  )
  return others.map(([, value]) => value).find((value) => isJsonObject(value) && typeof value.id === 'string') as
    | Participant
    | undefined
}
