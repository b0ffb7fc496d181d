import { fileURLToPath } from 'node:url'
import { createService } from '../service/app.ts'
import { listen } from '../service/listen.ts'
import { loadWorkspace } from '../service/workspace/load-workspace.ts'
import { brokenFiles, UsageError } from './usage-error.ts'

/** The local service, listening. */
export interface LocalService {
  url: string
  port: number
  /** The workspace's name, and a key of it. */
  workspace: string
  apiKey: string
  agents: string[]
  close(): Promise<void>
}

/** The folder of the demo workspace that comes with the package. */
const demoWorkspace = fileURLToPath(new URL('../../fixtures/workspace', import.meta.url))

/** Starts the local service on a loopback port; 0 picks a free one. @throws UsageError for a broken workspace or a port in use */
export async function startLocalService(folder: string | null, port: number): Promise<LocalService> {
  const loaded = loadWorkspace(folder ?? demoWorkspace)
  if (!loaded.ok) throw brokenFiles(loaded.problems, loaded.textOf)
  const { workspace } = loaded
  const listening = await listen(createService({ workspaces: [workspace] }), { port }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EADDRINUSE') throw error
      throw new UsageError(`the port ${port} is taken`, 'choose another with --port, or 0 for a free one')
    },
  )
  return {
    url: listening.url,
    port: listening.port,
    workspace: workspace.name,
    apiKey: workspace.keys[0] ?? '',
    agents: workspace.agents.map(({ name }) => name),
    close: listening.close,
  }
}
