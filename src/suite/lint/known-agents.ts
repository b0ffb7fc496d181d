import type { Phase } from '../language/call-expectation.ts'

/** The agents that suites are held against: those of a workspace, or those that a service lists. */
export interface KnownAgents {
  /** As the summary names them: `the workspace demo`, or the address of a service. */
  source: string
  find(agent: string, version: string): AgentFound
  /** Whether a function tells the state that tools leave behind; left out where nobody knows. */
  tellsState?: boolean
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
  /** What its tools take and give, by name; a service does not tell. */
  takes?: ReadonlyMap<string, ToolFacts>
  /** The variables its prompts are filled with (dynamicVariablesConfig). */
  variables: readonly string[]
  /** Agents that may take over the talk, and the version of each (agentsList). */
  handsOffTo: readonly { agent: string; version: string }[]
}

/** What a tool takes and gives. */
export interface ToolFacts {
  needs: readonly NeededArgument[]
  /** The names of the members of its outputs; null where only a call tells. */
  gives: readonly string[] | null
}

/** An argument without which a tool is not called, by its JSON Schema. */
export interface NeededArgument {
  name: string
  /** The only texts that it may be; none where it may be any. */
  oneOf: readonly string[]
}
