import type { BlueprintConfig } from '../../../wire/api/blueprint.ts'
import { type AgentTool, phaseOf } from '../../workspace/agent.ts'
import type { ModelAgentSettings, ModelAgentTool } from './model-agent.ts'

/** What a version states about its model, besides its blueprint and its functions. */
export type VersionModel = Pick<ModelAgentSettings, 'model' | 'mayEnd' | 'limits' | 'foldAfter'>

/** A version's settings. If its blueprint lists functions, only those exist; one of several phases can be called. */
export function versionSettings(
  config: BlueprintConfig,
  tools: readonly AgentTool[],
  modelSettings: VersionModel,
): ModelAgentSettings {
  const { systemContext, initialMessage } = config.agentInstructions
  return {
    ...modelSettings,
    prompt: systemContext.map(({ system }) => system),
    initialMessage: initialMessage.messageContent,
    tools: tools.flatMap((tool): ModelAgentTool[] => {
      const { name, description, parameters } = tool
      const phase = phaseOf(tool, config.functionSettings)
      return phase === null ? [] : [{ name, description, parameters, phase }]
    }),
    handsOffTo: config.agentsList.map(({ transferTo }) => transferTo),
  }
}
