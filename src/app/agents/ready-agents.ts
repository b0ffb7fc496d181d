import type { Client } from '../../wire/client/client.ts'
import type { Revision } from './speak-revisions.ts'

/** Longer than the service lets a module load, in ms: it says itself what takes too long, in the agent's turn. */
const timeLimitMs = 45_000

/** Asks a local service, once for each version, to load the agent's code: its time would count as the first turn's. */
export function readyAgents(
  client: Pick<Client, 'local'>,
  revisions: readonly Revision[] = [],
): NonNullable<Client['ready']> {
  const loadings = new Map<string, Promise<void> | undefined>() // undefined once it is loaded
  return (agent, version) => {
    const number = revisions.find(({ label }) => label === version)?.number ?? version
    const path = `agents/${encodeURIComponent(agent)}/ready?version=${number}`
    if (!loadings.has(path)) {
      const loading = client.local('POST', path, {}, { timeLimitMs })
      loadings.set(
        path,
        loading.then(() => void loadings.set(path, undefined)),
      )
    }
    return loadings.get(path)
  }
}
