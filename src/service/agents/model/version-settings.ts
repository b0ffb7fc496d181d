import type { BlueprintConfig } from '../../../wire/api/blueprint.ts'
import type { Tool } from '../../workspace/agent.ts'
import type { ModelAgentSettings, ModelAgentTool } from './model-agent.ts'

/** What a version states of its model besides its blueprint and its functions. */
export type StatedModel = Pick<ModelAgentSettings, 'model' | 'mayEnd' | 'limits' | 'foldAfter'>

/**
 * The settings of a version: prompt, initial message and other agents as its blueprint has them, and its functions. Where
 * the blueprint lists functions, the others are not there, and one that it lists for the conversation and for another phase
 * is one that the model may call.
 */
export function versionSettings(
  config: BlueprintConfig,
  tools: readonly Tool[],
  stated: StatedModel,
): ModelAgentSettings {
  const { systemContext, initialMessage } = config.agentInstructions
  return {
    ...stated,
    prompt: systemContext.map(({ system }) => system),
    initialMessage: initialMessage.messageContent,
    tools: tools.flatMap(({ name, description, parameters, phase }): ModelAgentTool[] => {
      const when = phaseOf(name, phase, config.functionSettings)
      return when === null ? [] : [{ name, description, parameters, phase: when }]
    }),
    handsOffTo: config.agentsList.map(({ transferTo }) => transferTo),
  }
}

function phaseOf(
  name: string,
  own: Tool['phase'],
  { preCall, duringCall, postCall }: BlueprintConfig['functionSettings'],
): ModelAgentTool['phase'] | null {
  if (duringCall.includes(name)) return 'during'
  if (preCall.includes(name)) return 'pre'
  if (postCall.includes(name)) return 'post'
  return preCall.length + duringCall.length + postCall.length === 0 ? (own ?? 'during') : null
}
