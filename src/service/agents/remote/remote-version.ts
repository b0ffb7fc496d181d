import type { JsonValue } from '../../../base/json/json.ts'
import type { BlueprintConfig } from '../../../wire/api/blueprint.ts'
import type { HidingProtocol } from '../../../wire/api/unseen.ts'
import { type AgentTool, phaseOf, type RemoteBehaviour } from '../../workspace/agent.ts'
import type { AgentPart, AgentTurn } from '../../workspace/agent-function.ts'
import { type OwnTool, ownTools } from '../model/own-tools.ts'
import { readArguments } from './chat-messages.ts'
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

/** What an agent that runs elsewhere adds to the notes of a turn besides its parts. */
export interface FarNotes {
  /** Records that the agent may have made calls that nobody shows. */
  hides(protocol: HidingProtocol): void
  /** Records that a call with this output, of which that was not known, has failed. */
  failed(name: string, output: JsonValue): void
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
    own: ownTools({ handsOffTo, mayEnd: false, names: behaviour.tools.map(({ name }) => name) }),
  }
}

/** Everything that it is offered in a request. */
export function toolsOf({ offered, own }: RemoteVersion): RemoteVersion['offered'] {
  return [...offered, ...own.map(({ tool }) => tool)]
}

/** Makes a call that it asks for, and gives the output to tell it; null for a handover, which ends its turn. */
export async function* answerCall(
  { own }: RemoteVersion,
  far: FarSide,
  turn: AgentTurn,
  { name, written }: { name: string; written: JsonValue | undefined },
): AsyncGenerator<AgentPart, string | null, undefined> {
  const args = readArguments(name, written, far.fail)
  if (args === null) {
    const error = `Error: the arguments of ${name} are no JSON object`
    yield { call: name, error, timeMs: 0 }
    return error
  }
  const handed = own.find(({ tool }) => tool.name === name)?.perform(args)
  if (handed !== undefined && 'problem' in handed) return `Error: ${handed.problem}`
  if (handed !== undefined) {
    yield* handed.parts
    return null
  }
  const { output } = await turn.call(name, args)
  turn.signal.throwIfAborted()
  return output
}

/** A handoff, where a message is said in the name of an agent to which this one may hand over. */
export function handoffBy({ handsOffTo }: RemoteVersion, name: unknown): AgentPart[] {
  return typeof name === 'string' && handsOffTo.includes(name) ? [{ handOff: name }] : []
}
