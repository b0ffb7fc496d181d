import type { Blueprint, BlueprintConfig } from '../../wire/api/blueprint.ts'
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

/** Reads the facts from a blueprint. The letter case of agentVersion in agentsList is not settled (BLU-14). */
export function agentFacts({ functionSettings, dynamicVariablesConfig, agentsList }: BlueprintConfig): AgentFacts {
  const { preCall, duringCall, postCall } = functionSettings
  const tools = new Map<string, Set<Phase>>()
  const add = (phase: Phase, names: readonly string[]): void => {
    for (const written of names) {
      const name = written.normalize('NFC')
      tools.set(name, (tools.get(name) ?? new Set()).add(phase))
    }
  }
  add('pre', preCall)
  add('during', duringCall)
  add('post', postCall)
  return {
    tools,
    variables: dynamicVariablesConfig.map(({ name }) => name),
    handsOffTo: agentsList.map(({ transferTo, agentVersion }) => ({
      agent: transferTo,
      version: agentVersion.toLowerCase(),
    })),
  }
}

/**
 * The agents of a blueprint listing. The interface does not link an agentId to the name that triggers use (BLU-13), so
 * only an agent whose id is its name is found, and of the others nothing is said: not even that they do not exist. The
 * listing holds published versions (BLU-04); an agent that it lists more than once (BLU-12) is known by its numbers only.
 */
export function listedAgents(source: string, blueprints: readonly Blueprint[]): KnownAgents {
  return {
    source,
    find(name, version) {
      const listed = blueprints.filter(({ agentId }) => agentId === name)
      const asked = listed.filter(({ version: { number } }) =>
        version === 'default' ? listed.length === 1 : String(number) === version,
      )
      const [blueprint] = asked
      return blueprint === undefined ? { kind: 'not listed' } : { kind: 'known', facts: agentFacts(blueprint.config) }
    },
  }
}
