import type { BlueprintConfig } from '../api/blueprint-config.ts'
import type { Client } from '../client/client.ts'

/** The function lists of agents at their published version, by agentId. */
export type KnownFunctions = ReadonlyMap<string, BlueprintConfig['functionSettings']>

/**
 * Reads the function lists from the blueprint listing, for the law `phases follow blueprint`. The interface does not
 * link an agentId to the name that triggers use (BLU-13), so only agents whose id is their name can be held against it.
 * A listing that cannot be read leaves the law without anything to say.
 */
export async function knownFunctions(client: Client, signal?: AbortSignal): Promise<KnownFunctions> {
  const answer = await client.listBlueprints({ timeLimitMs: 5_000, ...(signal === undefined ? {} : { signal }) })
  if (!answer.ok) return new Map()
  return new Map(answer.data.agents.map(({ agentId, config }) => [agentId, config.functionSettings]))
}
