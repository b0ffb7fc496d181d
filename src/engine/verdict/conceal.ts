import { redactKeysIn } from '../../base/secret-keys.ts'
import type { Plan } from '../../suite/plan/plan.ts'
import type { ConversationResult } from './conversation-result.ts'

/** Takes out of what was found whatever is private, before anything is told or kept of it. */
export interface Conceal {
  /** What became of a conversation; one value has one name in all runs of one conversation. */
  conversation(result: ConversationResult, plan: Plan | null): ConversationResult
  /** Anything else that is told beside the conversations; names are shared within a `scope`. */
  rest<T>(value: T, scope?: string): T
}

/**
 * A result without keys, the same one where it holds none. The names that a script gives stay, since a run knows its
 * conversations by them; sinks take keys out of those.
 */
export function withoutKeys(result: ConversationResult): ConversationResult {
  const { sessionId, turns, afterTurns, outcomes, failure, reason, problems } = result
  const said = { sessionId, turns, afterTurns, outcomes, failure, reason, problems }
  const clean = redactKeysIn(said)
  return clean === said ? result : { ...result, ...clean }
}

/** The scope of a conversation: what else is told of it has the same names for the same values. */
export function scopeOf({ file, at }: Pick<ConversationResult, 'file' | 'at'>): string {
  return `${file}:${at.line}`
}
