import type { JsonObject } from '../../base/json/json.ts'
import type { Turn } from '../../suite/language/script/turn.ts'
import type { Plan } from '../../suite/plan/plan.ts'
import type { InlineChatRequest } from '../../wire/api/chat.ts'
import { askedVersion } from '../../wire/api/member-shapes.ts'

/** The chat trigger of one turn: an inline reply that messages nobody (Trigger chat, doReturnResponse). Without a session a new one starts (CHA-05). */
export function turnRequest(plan: Plan, turn: Turn, sessionId: string | null, metadata: JsonObject): InlineChatRequest {
  const { version, agent, customer } = plan
  const request: InlineChatRequest = {
    doReturnResponse: true,
    agentName: agent.value,
    agentVersion: askedVersion(version),
  }
  if (turn.user !== null) request.message = turn.user.value
  if (sessionId !== null) request.sessionId = sessionId
  if (Object.keys(metadata).length > 0) request.metadata = metadata
  if (turn.context !== undefined) request.chatOptions = { additionalContext: turn.context.value }
  if (turn.attachments !== undefined) request.attachments = turn.attachments
  if (customer.number !== undefined) request.customerNumber = customer.number
  if (customer.email !== undefined) request.customerEmail = customer.email
  return request
}
