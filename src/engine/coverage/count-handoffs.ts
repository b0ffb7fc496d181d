import type { ConversationResult } from '../verdict/conversation-result.ts'
import type { Tally } from '../verdict/tally.ts'
import { tallyNamed } from './named-tally.ts'

/** Counts each time the speaker changes to another agent than the one asked for (agentName, TRN-07). Handing back is none. */
export function countHandoffs(
  handoffs: Map<string, Tally>,
  { agent, turns }: ConversationResult,
  member: keyof Tally,
): void {
  let speaker = agent
  for (const { entries } of turns) {
    for (const entry of entries) {
      if (entry.type !== 'message' || entry.role !== 'assistant' || entry.agentName === null) continue
      if (entry.agentName !== speaker && entry.agentName !== agent) tallyNamed(handoffs, entry.agentName)[member] += 1
      speaker = entry.agentName
    }
  }
}
