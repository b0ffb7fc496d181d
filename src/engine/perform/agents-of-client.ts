import type { KnownAgents } from '../../suite/lint/known-agents.ts'
import type { Client } from '../../wire/client/client.ts'
import type { AgentsOfRun } from './perform.ts'

const readers = new WeakMap<Client, AgentsOfRun>()
const all = new Set<KnownAgents>()

/** For whoever gives a client alone, as test files do: a misspelt tool is one there, too. */
export function setAgentsOf(client: Client, read: AgentsOfRun): AgentsOfRun {
  let reading: ReturnType<AgentsOfRun> | undefined
  const once: AgentsOfRun = async () => {
    reading ??= read()
    const agents = await reading
    if (agents !== null) all.add(agents)
    return agents
  }
  readers.set(client, once)
  return once
}

export const agentsOfClient = (client: Client): AgentsOfRun | undefined => readers.get(client)

/** The agents of every service that was opened here and told of them so far. */
export const agentsSeen = (): readonly KnownAgents[] => [...all]
