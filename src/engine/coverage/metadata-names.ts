import type { Plan } from '../../suite/plan/plan.ts'
import type { ConversationResult } from '../verdict/conversation-result.ts'

/** The names of the metadata that the sent turns of a conversation gave (Metadata variables); never their values. */
export function metadataNames({ metadata, conversation }: Plan, { turns }: ConversationResult): Set<string> {
  const names = new Set(Object.keys(metadata))
  for (const { index, turnMs } of turns) {
    const given = turnMs === null ? undefined : conversation.turns[index]?.metadata
    for (const name in given) names.add(name)
  }
  return names
}
