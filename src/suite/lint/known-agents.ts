import type { JsonObject } from '../../base/json/json.ts'
import type { CallPhase } from '../language/expectations/call-expectation.ts'
import type { MemberNames } from './check-arguments.ts'

/** The agents that suites are checked against: those of a workspace, or those that a service lists. */
export interface KnownAgents {
  /** Its name in the summary: `the workspace demo`, or the address of a service. */
  source: string
  /** Why nothing is known of an agent that is *not listed*, in words. */
  unlisted: string
  find(agent: string, version: string): AgentFound
  /** All agents; left out if there may be others. */
  names?(): readonly string[]
  /** Every tool of every agent, at any version. */
  tools(): ReadonlySet<string>
  /** What these tools take and return, by their parameters and cases; left out if unknown. */
  arguments?(): ReadonlyMap<string, MemberNames>
  /** Whether what an agent calls by itself can be seen; left out if unknown. */
  shows?(agent: string, version: string): CallsShown
  /** Why an agent cannot hand over to another one, in words; null if it can, left out if unknown. */
  keepsTalk?(agent: string, version: string): string | null
  /** The metadata without which no request to an agent that runs elsewhere can be made; left out if unknown. */
  fills?(agent: string, version: string): readonly string[]
  /** Whether a function reports the tool state; left out if unknown. */
  tellsState?: boolean
}

/** Why an agent's own calls cannot be seen, for certain or as far as files tell; null if they can. */
export type CallsShown = { certain: boolean; why: string } | null

export type AgentFound =
  | { kind: 'known'; facts: KnownAgent }
  /** There is certainly no agent with this name; `names` are the existing ones. */
  | { kind: 'no agent'; names: readonly string[] }
  /** The agent certainly has no such version, and why. */
  | { kind: 'no version'; reason: string }
  /** It may exist, but nothing is known about it. */
  | { kind: 'not listed' }

/** The facts in one version's blueprint that a suite can be checked against. */
export interface KnownAgent {
  /** Its functions, each with the phases whose lists name it (functionSettings). */
  tools: ReadonlyMap<string, ReadonlySet<CallPhase>>
  /** Whether it may have functions that no list names, since it runs elsewhere. */
  open?: boolean
  /** What its tools take and return, by name; a service does not report it. */
  takes?: ReadonlyMap<string, ToolFacts>
  /** The variables that its prompts use (dynamicVariablesConfig). */
  variables: readonly string[]
  /** Those that stand in its prompts, declared or not. */
  prompted?: readonly string[]
  /** Agents that may take over the talk, and the version of each (agentsList). */
  handsOffTo: readonly { agent: string; version: string }[]
}

export interface ToolFacts {
  needs: readonly NeededArgument[]
  /** The arguments that it knows; empty if nothing tells. */
  named: MemberNames
  /** The JSON Schemas of its arguments, one for each version that has it; left out if nothing tells. */
  parameters?: readonly JsonObject[]
  /** The names in its outputs; null if only a call would show. */
  gives: MemberNames | null
}

export interface NeededArgument {
  name: string
  /** The only values allowed; empty if any text is. */
  oneOf: readonly string[]
}
