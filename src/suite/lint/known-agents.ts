import type { AgentFacts } from './agent-facts.ts'

/** The agents that suites are held against: those of a workspace, or those that a service lists. */
export interface KnownAgents {
  /** As the summary names them: `the workspace demo`, or the address of a service. */
  source: string
  find(agent: string, version: string): AgentFound
}

/** What is known of an agent at a version. */
export type AgentFound =
  | { kind: 'known'; facts: AgentFacts }
  /** There is certainly none of this name; `names` are those there are. */
  | { kind: 'no agent'; names: readonly string[] }
  /** The agent has certainly no such version, and why. */
  | { kind: 'no version'; reason: string }
  /** It may exist, but nobody says what it is like. */
  | { kind: 'not listed' }
