import type { JsonObject } from '../../base/json/json.ts'
import type { Session } from '../../wire/api/session.ts'

/** What is known of a conversation that was held here. `time` is ISO 8601. */
interface Held {
  agent: string
  version: string
  metadata?: JsonObject
  sessionId: string
  time: string
  transcript: Session['transcript']
}

/** A conversation that was held here, as the stored session of a web chat: the form that suites are drafted from. */
export function sessionOfTalk({ agent, version, metadata = {}, time, ...held }: Held): Session {
  return {
    ...held,
    agentDetails: { name: agent, number: null, email: null, version },
    ...(Object.keys(metadata).length === 0 ? {} : { dynamicVariables: metadata }),
    communicationChannelType: 'webChat',
    status: 'active',
    ...{ time, createdAt: time, updatedAt: time },
  }
}
