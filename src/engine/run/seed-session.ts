import type { JsonObject, JsonValue } from '../../base/json/json.ts'
import type { Plan } from '../../suite/plan/plan.ts'
import { inlineChatAnswerShape } from '../../wire/api/chat.ts'
import { askedVersion } from '../../wire/api/member-shapes.ts'
import { checkShape } from '../../wire/api/shape.ts'
import type { TranscriptEntry } from '../../wire/api/transcript-entry.ts'
import type { Client } from '../../wire/client/client.ts'
import type { CallLimits } from '../../wire/client/client-over.ts'
import type { Failure } from '../../wire/client/failure.ts'

/** Whose session it is; `version` is `default`, `draft` or a number in digits. */
interface SeedAbout {
  agent: string
  version: string
  metadata: JsonObject
  customer?: Plan['customer']
}

/** The entries of a new session as the service stores them, or why there is none; `odd`: it shows other entries. */
type Seeded =
  | { kind: 'put in'; sessionId: string; entries: readonly TranscriptEntry[] }
  | { kind: 'failed'; failure: Failure }
  | { kind: 'odd' }

/** Puts what was said before into a new session of the local service. Times and call ids become those of the session. */
export async function seedSession(
  client: Client,
  { agent, version, metadata, customer = {} }: SeedAbout,
  transcript: readonly TranscriptEntry[],
  limits: CallLimits,
): Promise<Seeded> {
  const body = {
    agentName: agent,
    agentVersion: askedVersion(version),
    metadata,
    ...(customer.number === undefined ? {} : { customerNumber: customer.number }),
    ...(customer.email === undefined ? {} : { customerEmail: customer.email }),
    transcript: transcript as unknown as JsonValue,
  }
  const answer = await client.local('POST', 'sessions', body as JsonObject, limits)
  if (!answer.ok) return { kind: 'failed', failure: answer.failure }
  const read = checkShape(inlineChatAnswerShape, answer.data)
  if (!read.ok || read.value.transcript.length !== transcript.length) return { kind: 'odd' }
  return { kind: 'put in', sessionId: read.value.sessionId, entries: read.value.transcript }
}
