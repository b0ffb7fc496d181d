import type { InlineChatRequest } from '../api/chat.ts'
import type { JsonObject } from '../base/json.ts'
import type { Turn } from '../script/turn.ts'
import type { Plan } from './plan.ts'

/** The chat trigger of one turn: an inline reply that messages nobody (Trigger chat, doReturnResponse). Without a session a new one starts (CHA-05). */
export function turnRequest(plan: Plan, turn: Turn, sessionId: string | null, metadata: JsonObject): InlineChatRequest {
  const { version, agent, customer } = plan
  return {
    doReturnResponse: true,
    agentName: agent.value,
    agentVersion: /^\d+$/.test(version) ? Number(version) : version,
    ...(turn.user === null ? {} : { message: turn.user.value }),
    ...(sessionId === null ? {} : { sessionId }),
    ...(Object.keys(metadata).length === 0 ? {} : { metadata }),
    ...(turn.context === undefined ? {} : { chatOptions: { additionalContext: turn.context.value } }),
    ...(turn.attachments === undefined ? {} : { attachments: turn.attachments }),
    ...(customer.number === undefined ? {} : { customerNumber: customer.number }),
    ...(customer.email === undefined ? {} : { customerEmail: customer.email }),
  }
}
