import { existsSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { CallEnvelope } from '../service/answer.ts'
import { createService, type Service } from '../service/app.ts'
import { type Listening, listen } from '../service/listen.ts'
import type { Store } from '../service/store/store.ts'
import { createFrozenClock, systemClock } from '../service/time/clock.ts'
import { type LoadedWorkspace, loadWorkspace, readWorkspace } from '../service/workspace/load-workspace.ts'
import { replayChanges } from '../service/workspace/saved-agents.ts'
import type { Workspace } from '../service/workspace/workspace.ts'
import { brokenFiles, UsageError } from './usage-error.ts'

/** The local service, listening. */
export interface LocalService {
  url: string
  /** The same as `url`, unless the two hosts of the interface are two origins. */
  workflowUrl: string
  port: number
  /** The first workspace's name, and a key of it. */
  workspace: string
  apiKey: string
  agents: string[]
  /** The files that the workspaces were read from. */
  files: string[]
  /** Reads the workspaces again; when one is broken, those there are stay. @throws UsageError that says what is broken */
  reload(): Promise<void>
  close(): Promise<void>
}

/** How to start it; everything but the port has a default. */
export interface LocalServiceSettings {
  port: number
  /** Folders or modules of workspaces; none means the demo workspace. */
  workspaces?: readonly string[]
  host?: string
  /** The port of the workflow host, where the two hosts are two origins. */
  workflowPort?: number
  /** A SQLite file. */
  data?: string
  /** An instant in milliseconds at which the clock stands until it is moved; null when it runs. */
  frozenAt?: number | null
  ambiguity?: string
  seed?: string
  callEnvelope?: CallEnvelope
}

/** The folder of the demo workspace that comes with the package. */
const demoWorkspace = fileURLToPath(new URL('../../fixtures/workspace', import.meta.url))

/** Starts the local service on loopback ports; 0 picks free ones. @throws UsageError for a broken workspace, a port in use, or a data file that cannot be used */
export async function startLocalService(settings: LocalServiceSettings): Promise<LocalService> {
  const paths = settings.workspaces?.length ? settings.workspaces : [demoWorkspace]
  const { workspaces, files } = await loadAll(paths)
  const store = settings.data === undefined ? undefined : await openData(settings.data)
  if (store !== undefined) replayChanges(store, workspaces)
  const service = makeService(settings, workspaces, store)
  const origins = await openOrigins(service, settings).catch((error: unknown) => {
    service.close()
    throw error
  })
  await service.context.timeline.settle() // what came due while a stored service was away
  const [first] = workspaces
  return {
    url: origins[0].url,
    workflowUrl: (origins[1] ?? origins[0]).url,
    port: origins[0].port,
    workspace: first?.name ?? '',
    apiKey: first?.keys[0] ?? '',
    agents: first?.agents.map(({ name }) => name) ?? [],
    files,
    async reload() {
      const again = await loadAll(paths)
      if (store !== undefined) replayChanges(store, again.workspaces)
      service.replaceWorkspaces(again.workspaces)
    },
    async close() {
      await Promise.all(origins.map((origin) => origin.close()))
      service.close()
    },
  }
}

function makeService(settings: LocalServiceSettings, workspaces: Workspace[], store: Store | undefined): Service {
  const { frozenAt, ambiguity, seed, callEnvelope } = settings
  const kept = Number(store?.kept('clock') ?? Number.NEGATIVE_INFINITY)
  return createService({
    workspaces,
    clock: typeof frozenAt === 'number' ? createFrozenClock(Math.max(frozenAt, kept)) : systemClock,
    ...(store === undefined ? {} : { store }),
    ...(ambiguity === undefined ? {} : { ambiguity }),
    ...(seed === undefined ? {} : { seed }),
    ...(callEnvelope === undefined ? {} : { callEnvelope }),
  })
}

async function openOrigins(
  service: Service,
  { port, workflowPort, host }: LocalServiceSettings,
): Promise<[Listening, ...Listening[]]> {
  const where = host === undefined ? {} : { host }
  const base = await open(service, { port, ...where, side: workflowPort === undefined ? 'both' : 'base' })
  if (workflowPort === undefined) return [base]
  return [base, await open(service, { port: workflowPort, ...where, side: 'workflow' })]
}

async function open(service: Service, settings: Parameters<typeof listen>[1]): Promise<Listening> {
  try {
    return await listen(service, settings)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'EADDRINUSE')
      throw new UsageError(`the port ${settings.port} is taken`, 'choose another with --port, or 0 for a free one')
    throw new UsageError(`it cannot listen on ${settings.host}: ${message}`, 'leave out --host for 127.0.0.1')
  }
}

async function openData(path: string): Promise<Store> {
  const { openSqliteStore } = await import('../service/store/sqlite/sqlite-store.ts')
  try {
    return openSqliteStore(path)
  } catch (error) {
    if ((error as Error).name !== 'DataFileError') throw error
    throw new UsageError((error as Error).message, 'name another file with --data')
  }
}

async function loadAll(paths: readonly string[]): Promise<{ workspaces: Workspace[]; files: string[] }> {
  const loaded = await Promise.all(paths.map(loadOne))
  const workspaces = loaded.map((each) => {
    if (!each.ok) throw brokenFiles(each.problems, each.textOf)
    return each.workspace
  })
  const keys = workspaces.flatMap(({ keys: own }) => own)
  if (new Set(keys).size < keys.length || new Set(workspaces.map(({ name }) => name)).size < workspaces.length)
    throw new UsageError('two workspaces have the same name or the same key', 'a key opens one workspace')
  return { workspaces, files: loaded.flatMap((each) => (each.ok ? each.files : [])) }
}

/** A folder with workspace.yaml or workspace.ts, or a module whose default export is a workspace. */
async function loadOne(given: string): Promise<LoadedWorkspace> {
  const path = resolve(given)
  const folder = existsSync(path) && statSync(path).isDirectory()
  const module = folder
    ? ['workspace.ts', 'workspace.js', 'workspace.mjs'].map((name) => join(path, name)).find(existsSync)
    : path
  if (module === undefined || existsSync(join(path, 'workspace.yaml'))) return loadWorkspace(path)
  if (!/\.[cm]?[jt]s$/.test(module)) return loadWorkspace(path)
  const { createJiti } = await import('jiti')
  const imported = await createJiti(import.meta.url, { moduleCache: false }).import<{ default?: unknown }>(module)
  const read = readWorkspace(imported.default, module)
  return read.ok ? { ...read, files: [module, ...read.files] } : read
}
