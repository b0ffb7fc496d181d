import type { Phase } from '../language/call-expectation.ts'

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
  /** It may exist, but nothing is known about it. */
  | { kind: 'not listed' }

/** What the blueprint of one version of an agent says that a suite can be checked against. */
export interface AgentFacts {
  /** Its functions, each with the phases whose lists name it (functionSettings). */
  tools: ReadonlyMap<string, ReadonlySet<Phase>>
  /** The variables its prompts are filled with (dynamicVariablesConfig). */
  variables: readonly string[]
  /** Agents that may take over the talk, and the version of each (agentsList). */
  handsOffTo: readonly { agent: string; version: string }[]
}
