import type { Client } from '../../wire/client/client.ts'
import { listAgents } from './shown-blueprints.ts'

/** What a service lists of its agents; the interface does not link an id to a name, so an id counts where it is one (BLU-13). */
export interface AgentsListed {
  names: string[]
  /** The agent is listed, and waits for the user. */
  userBegins: boolean
}

/** Asks which agents a service lists; one that does not tell lists none. */
export async function knownAgents(client: Client, agent: string): Promise<AgentsListed> {
  const listed = (await listAgents(client)) ?? []
  const own = listed.filter(({ agentId }) => agentId === agent)
  const waits = own.map(({ config }) => config.agentInstructions?.initialMessage?.firstSpeaker === 'user')
  return { names: listed.map(({ agentId }) => agentId), userBegins: waits.length > 0 && waits.every((each) => each) }
}
