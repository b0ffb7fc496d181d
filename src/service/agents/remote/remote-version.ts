import type { BlueprintConfig } from '../../../wire/api/blueprint.ts'
import { phaseOf, type RemoteBehaviour, type Tool } from '../../workspace/agent.ts'
import type { AgentTurn } from '../../workspace/agent-function.ts'

/** A session that is over, as an agent that runs somewhere else is told of it. */
export interface SessionEnded
  extends Pick<AgentTurn, 'sessionId' | 'agentName' | 'version' | 'history' | 'variables' | 'state' | 'now'> {
  /** The status that the session has now, such as `completed`. */
  status: string
}

/** A version of an agent that runs somewhere else, with what its blueprint says. */
export interface RemoteVersion extends RemoteBehaviour {
  /** The system texts, for chat completions. */
  prompt: string[]
  /** What it opens with, without being asked; "" if it finds its own words. */
  opening: string
  /** The tools that it may ask for. */
  offered: Pick<Tool, 'name' | 'description' | 'parameters'>[]
}

/** The version with its blueprint. */
export function remoteVersion(behaviour: RemoteBehaviour, config: BlueprintConfig): RemoteVersion {
  const { systemContext, initialMessage } = config.agentInstructions
  return {
    ...behaviour,
    prompt: systemContext.map(({ system }) => system),
    opening: initialMessage.messageContent,
    offered: behaviour.tools
      .filter((tool) => phaseOf(tool, config.functionSettings) === 'during')
      .map(({ name, description, parameters }) => ({ name, description, parameters })),
  }
}
