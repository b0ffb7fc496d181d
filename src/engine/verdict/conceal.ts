import { redactKeysIn } from '../../base/secrets/secret-keys.ts'
import type { Plan } from '../../suite/plan/plan.ts'
import type { ConversationResult } from './conversation-result.ts'

/** Redacts private data from findings before they are reported or stored. */
export interface Conceal {
  /** The redacted result of a conversation; a value gets the same name in all its runs. */
  conversation(result: ConversationResult, plan: Plan | null): ConversationResult
  /** Redacts anything else in reports; names are shared within a `scope`. */
  rest<T>(value: T, scope?: string): T
}

/** The members of a result that hold only names from the script, our own words, and figures. */
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
 * The rest of a result: whatever others may have said. A member added in the future is included by default, so
 * that it is searched too.
 */
export function saidIn(result: ConversationResult): Omit<ConversationResult, Known> {
  const { id, file, at, suite, name, agent, version, tags, verdict, startedAt, ms, attempts, ...said } = result
  return said
}

/**
 * Redacts API keys in a result; returns the same object if it contains none. Names given by the script stay,
 * because a run identifies its conversations by them; reporters redact keys in those.
 */
export function withoutKeys(result: ConversationResult): ConversationResult {
  const said = saidIn(result)
  const clean = redactKeysIn(said)
  return clean === said ? result : { ...result, ...clean }
}

/** The scope of a conversation: within it, equal values are redacted to the same name. */
export function scopeOf({ file, at }: Pick<ConversationResult, 'file' | 'at'>): string {
  return `${file}:${at.line}`
}
