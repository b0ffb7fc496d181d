import type { TextDifference } from './text-difference.ts'

/** The differences in an agent between the sides, as far as the service shows them. */
export interface AgentDifference {
  agent: string
  /**
   * What each side is called: `version 3`, `draft`, `version 2, as kept on 2026-11-20`; null where its blueprint cannot
   * be seen.
   */
  a: string | null
  b: string | null
  /** Why there is nothing to compare; null where there is. */
  unseen: string | null
  changes: AgentChange[]
}

/**
 * A member of the blueprint that differs: prompts word by word, lists by items added and removed, settings by value.
 */
export interface AgentChange {
  /** `prompts.system`, `functions.duringCall`, `llmService.temperature`. */
  path: string
  kind: 'text' | 'list' | 'value'
  words?: TextDifference
  added?: string[]
  removed?: string[]
  a?: string
  b?: string
}
