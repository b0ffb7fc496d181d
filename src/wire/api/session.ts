import { z } from 'zod'
import { isJsonObject } from '../../base/json/json.ts'
import { channelTypes } from './channel-type.ts'
import { jsonObject } from './member-shapes.ts'
import { sessionStatuses } from './session-status.ts'
import { openObject, recognising } from './shape.ts'
import { transcriptEntryShape } from './transcript-entry.ts'
import { usualSession } from './usual.ts'

export type SessionStatus = (typeof sessionStatuses)[number]

/** The other side of a session: the customer. */
export interface Participant {
  id: string
  name: string | null
  number: string | null
  email: string | null
}

const nullableText = z.string().nullable()

/** The agent of a session; all four members are always present: null and absent mean the same (SES-12). */
const agentDetails = openObject({
  name: z.string(),
  number: nullableText.default(null),
  email: nullableText.default(null),
  /** The label of the version that answers. */
  version: nullableText.default(null),
})

/** Reads a session; unknown members, including the participant's, are kept. */
export const sessionShape = recognising(
  openObject({
    sessionId: z.string(),
    agentDetails,
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

/** A stored session. The customer's key differs between deployments (`participantOf`, SES-11); see SES-23 for SIP. */
export interface Session extends z.output<typeof sessionShape> {}

/** The customer of a session: the object member other than `agentDetails` that has a text `id` (SES-11). */
export function participantOf(session: Session): Participant | undefined {
  const others = Object.entries(session).filter(
    ([key]) => !['agentDetails', 'dynamicVariables', 'analysis'].includes(key),
  )
  return others.map(([, value]) => value).find((value) => isJsonObject(value) && typeof value.id === 'string') as
    | Participant
    | undefined
}
