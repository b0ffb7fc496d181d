import type { JsonObject } from '../../../base/json/json.ts'
import type { BlueprintConfig } from '../../../wire/api/blueprint.ts'
import { type AgentTool, phaseOf, type RemoteBehaviour } from '../../workspace/agent.ts'
import type { AgentPart, AgentTurn } from '../../workspace/agent-function.ts'
import { type OwnTool, ownTools } from '../model/own-tools.ts'
import type { FarNotes } from './far-notes.ts'
import type { FarSide } from './far-side.ts'

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
  offered: Pick<AgentTool, 'name' | 'description' | 'parameters'>[]
  /** The agents to which it may hand over, and the tool for it, which is offered where there are any. */
  handsOffTo: string[]
  own: OwnTool[]
}

/** One turn of an agent that runs somewhere else, over one protocol. */
export type Ask = (
  version: RemoteVersion,
  far: FarSide,
  turn: AgentTurn,
  notes: FarNotes,
) => AsyncGenerator<AgentPart, void, undefined>

export function remoteVersion(behaviour: RemoteBehaviour, config: BlueprintConfig): RemoteVersion {
  const { systemContext, initialMessage } = config.agentInstructions
  const handsOffTo = config.agentsList.map(({ transferTo }) => transferTo)
  return {
    ...behaviour,
    prompt: systemContext.map(({ system }) => system),
    opening: initialMessage.messageContent,
    offered: behaviour.tools
      .filter((tool) => phaseOf(tool, config.functionSettings) === 'during')
      .map(({ name, description, parameters }) => ({ name, description, parameters })),
    handsOffTo,
    own: ownTools({ handsOffTo, mayEnd: false, taken: behaviour.tools.map(({ name }) => name) }),
  }
}

/** Everything that it is offered in a request. */
export function toolsOf({ offered, own }: RemoteVersion): RemoteVersion['offered'] {
  return [...offered, ...own.map(({ tool }) => tool)]
}

/**
 * What it does by a call of the tool for handing over, after which its turn is over; or what is wrong with the
 * arguments. Null for a call of any other tool.
 */
export function handOver(
  { own }: RemoteVersion,
  name: string,
  given: JsonObject,
): ReturnType<OwnTool['perform']> | null {
  return own.find(({ tool }) => tool.name === name)?.perform(given) ?? null
}

/** A handoff, where a message is said in the name of an agent to which this one may hand over. */
export function handoffBy({ handsOffTo }: RemoteVersion, name: unknown): AgentPart[] {
  return typeof name === 'string' && handsOffTo.includes(name) ? [{ handOff: name }] : []
}
