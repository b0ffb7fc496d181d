import type { BlueprintConfig } from '../../../wire/api/blueprint.ts'
import { phaseOf, type RemoteBehaviour, type Tool } from '../../workspace/agent.ts'
import type { AgentTurn } from '../../workspace/agent-function.ts'

/** A finished session, as reported to an agent that runs somewhere else. */
export interface SessionEnded
  extends Pick<AgentTurn, 'sessionId' | 'agentName' | 'version' | 'history' | 'variables' | 'state' | 'now'> {
  /** The final status of the session, such as `completed`. */
  status: string
}

/** A version of an agent that runs somewhere else, together with what its blueprint says. */
export interface RemoteVersion extends RemoteBehaviour {
  /** The system texts, for chat completions. */
  prompt: string[]
  /** What it opens with, without being asked; "" if it chooses its own words. */
  opening: string
  /** The tools that it may ask for. */
  offered: Pick<Tool, 'name' | 'description' | 'parameters'>[]
}

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
