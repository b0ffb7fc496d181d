import type { BlueprintConfig } from '../../wire/api/blueprint-config.ts'
import type { Phase } from '../language/call-expectation.ts'

/** What the blueprint of one version of an agent says that a suite can be held against. */
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
