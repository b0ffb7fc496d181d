import { redactKeysIn } from '../../base/secrets/secret-keys.ts'
import type { Plan } from '../../suite/plan/plan.ts'
import type { ConversationResult } from './conversation-result.ts'

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

/** Whatever others may have said; a member added in the future is included, so that it is searched too. */
export function saidIn(result: ConversationResult): Omit<ConversationResult, Known> {
  const { id, file, at, suite, name, agent, version, tags, verdict, startedAt, ms, attempts, ...said } = result
  return said
}

/** The same object without keys. Names given by the script stay, because a run identifies its conversations by them. */
export function withoutKeys(result: ConversationResult): ConversationResult {
  const content = saidIn(result)
  const clean = redactKeysIn(content)
  return clean === content ? result : { ...result, ...clean }
}

/** The scope of a conversation: within it, equal values are redacted to the same name. */
export function scopeOf({ file, at }: Pick<ConversationResult, 'file' | 'at'>): string {
  return `${file}:${at.line}`
}
