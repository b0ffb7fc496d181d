import { redactKeysIn } from '../../base/secret-keys.ts'
import type { Plan } from '../../suite/plan/plan.ts'
import type { ConversationResult } from './conversation-result.ts'

/** Redacts private data from findings before they are reported or stored. */
export interface Conceal {
  /** The redacted result of a conversation; a value keeps one name in all runs of the conversation. */
  conversation(result: ConversationResult, plan: Plan | null): ConversationResult
  /** Redacts anything else that is reported besides conversations; names are shared within a `scope`. */
  rest<T>(value: T, scope?: string): T
}

/** The members of a result that hold nothing but names of the script, words of ours, and figures. */
type Known =
  | 'id'
  | 'file'
  | 'at'
  | 'suite'
  | 'name'
  | 'agent'
  | 'version'
  | 'tags'
  | 'verdict'
  | 'startedAt'
  | 'ms'
  | 'attempts'

/**
 * What a result holds beside those: whatever others may have said, a member that is new tomorrow included, since what is not
 * named here is looked through.
 */
export function saidIn(result: ConversationResult): Omit<ConversationResult, Known> {
  const { id, file, at, suite, name, agent, version, tags, verdict, startedAt, ms, attempts, ...said } = result
  return said
}

/**
 * The result without API keys; the same object where it contains none. Names given by the script stay, because a run
 * identifies its conversations by them; the sinks redact keys in those.
 */
export function withoutKeys(result: ConversationResult): ConversationResult {
  const said = saidIn(result)
  const clean = redactKeysIn(said)
  return clean === said ? result : { ...result, ...clean }
}

/** The scope of a conversation: within it, the same value is redacted to the same name. */
export function scopeOf({ file, at }: Pick<ConversationResult, 'file' | 'at'>): string {
  return `${file}:${at.line}`
}
