import type { CallEnvelope } from '../../service/answer/answer.ts'
import { createService, type Service } from '../../service/app.ts'
import type { SuiteDrafter } from '../../service/context/context.ts'
import { type Listening, listen } from '../../service/listen.ts'
import type { Store } from '../../service/store/store.ts'
import { createFrozenClock, createSystemClock, isInstant, showInstant } from '../../service/time/clock.ts'
import { forgetSession } from '../../service/turn/session.ts'
import { replayChanges } from '../../service/workspace/saved-agents.ts'
import type { Workspace } from '../../service/workspace/workspace.ts'
import type { KnownAgents } from '../../suite/lint/known-agents.ts'
import type { WithPlace } from '../../suite/yaml/place.ts'
import type { Problem } from '../../suite/yaml/problem.ts'
import { warn } from '../edge/print.ts'
import { UsageError } from '../edge/usage-error.ts'
import { schemaOf } from '../files/find-suites.ts'
import { type FindVersion, loadWorkspaces, versionsIn } from './load-workspaces.ts'
import { agentsIn } from './local-agents.ts'
import type { Revision } from './speak-revisions.ts'
import { statedModules, unloadedModules } from './unloaded-modules.ts'

interface Read {
  files: string[]
  problems: string[]
}

export interface LocalService {
  url: string
  /** Equal to `url`, unless the interface's two hosts are separate origins. */
  workflowUrl: string
  port: number
  /** The name of the first workspace, and one of its keys. */
  workspace: string
  apiKey: string
  agents: string[]
  /** Finds versions of the agents, as read at the start. */
  versionOf: FindVersion
  /** What is known of the agents, as read at the start. */
  knownAgents: KnownAgents
  files: string[]
  /** Says that the clock differs from the one asked for; null if it does not. */
  clockNote: string | null
  /** Rereads the workspaces and their modules; if one is broken, the current ones stay. @throws UsageError saying so */
  reload(): Promise<Read>
  /** Forgets a session that nobody will ask for again, so that a long run does not keep them all. */
  forget(sessionId: string): void
  /** Loads the code of these versions of agents, and gives its problems where files name it. */
  unloaded(asked: readonly { agent: WithPlace<string>; version: string }[]): Promise<Problem[]>
  /** Loads the modules of agents and tools, which otherwise happens at their first use. */
  modules(): Promise<Read>
  close(): Promise<void>
}

export interface LocalServiceSettings {
  port: number
  /** Folders or modules of workspaces; empty means the demo workspace. */
  workspaces?: readonly string[]
  revisions?: readonly Revision[]
  host?: string
  /** The port of the workflow host, if the two hosts are separate origins. */
  workflowPort?: number
  /** The path of a SQLite file. */
  data?: string
  /** The instant, in milliseconds, at which the clock is frozen until it is moved; null when it runs. */
  frozenAt?: number | null
  ambiguity?: string
  seed?: string
  callEnvelope?: CallEnvelope
}

/** Ports of 0 are free ones. @throws UsageError for a broken workspace, a port in use, or an unusable data file */
export async function startLocalService(settings: LocalServiceSettings): Promise<LocalService> {
  const paths = settings.workspaces ?? []
  const { workspaces, files } = await loadWorkspaces(paths, settings.revisions)
  const store = settings.data === undefined ? undefined : await openData(settings.data)
  if (store !== undefined) replayChanges(store, workspaces)
  const instant = store === undefined ? null : instantKept(store)
  const service = makeService(settings, { workspaces, store, instant: instant })
  const origins = await openOrigins(service, settings).catch((error: unknown) => {
    service.close()
    throw error
  })
  await service.context.timeline.settle() // timers that fell due while the stored service was not running
  const [first] = workspaces
  const versionOf = versionsIn(workspaces, settings.revisions ?? [])
  return {
    url: origins[0].url,
    workflowUrl: (origins[1] ?? origins[0]).url,
    port: origins[0].port,
    workspace: first?.name ?? '',
    apiKey: first?.keys[0] ?? '',
    agents: first?.agents.map(({ name }) => name) ?? [],
    versionOf,
    async unloaded(asked) {
      const versions = asked.flatMap(({ agent, version }) => versionOf(agent.value, version) ?? [])
      const places = workspaces.flatMap((each) => statedModules(each, versions))
      return unloadedModules(places, service.context.agentCode.now())
    },
    knownAgents: agentsIn(workspaces, settings.revisions ?? []),
    files,
    forget: (sessionId) => forgetSession(service.context, sessionId),
    modules: () => service.context.agentCode.now().load(workspaces),
    clockNote: instant === null ? null : describeClock(settings, instant),
    async reload() {
      const again = await loadWorkspaces(paths, settings.revisions)
      const code = service.context.agentCode.anew()
      const modules = await code.load(again.workspaces)
      const read = [...again.files, ...modules.files]
      if (modules.problems.length > 0) {
        code.close()
        return { files: read, problems: modules.problems }
      }
      if (store !== undefined) replayChanges(store, again.workspaces)
      service.replaceWorkspaces(again.workspaces)
      service.context.agentCode.take(code)
      return { files: read, problems: [] }
    },
    async close() {
      await Promise.all(origins.map((origin) => origin.close()))
      service.close()
      await Promise.all(service.context.telling) // each takes at most two seconds
      await service.context.mcpServers.close() // gives the programs a moment to exit by themselves
    },
  }
}

/** Where the clock of a data file stood; null if never frozen. Data of an earlier version may hold any number. */
function instantKept(store: Store): number | null {
  const instant = store.kept('clock')
  return typeof instant === 'number' && isInstant(instant) ? instant : null
}

/** A clock never goes back behind what was stored under it, whatever `--clock` says. */
function describeClock({ frozenAt = null, data = '' }: LocalServiceSettings, instant: number): string | null {
  const [storedText, target] = [showInstant(instant), frozenAt ?? Date.now()]
  if (instant <= target) return null
  return frozenAt === null
    ? `the data of ${data} are ahead of the system's clock: theirs stood at ${storedText}; --clock frozen goes on from there`
    : `the clock stands at ${storedText}, where ${data} left it, not at ${showInstant(target)}: it never goes back; for an earlier time name another file`
}

interface Parts {
  workspaces: Workspace[]
  store: Store | undefined
  instant: number | null
}

function makeService(settings: LocalServiceSettings, { workspaces, store, instant }: Parts): Service {
  const { frozenAt, ambiguity, seed, callEnvelope } = settings
  const clock =
    typeof frozenAt === 'number' ? createFrozenClock(Math.max(frozenAt, instant ?? frozenAt)) : createSystemClock()
  if (clock.kind === 'frozen') store?.keep('clock', clock.now()) // store it even if nobody ever moves the clock
  return createService({
    workspaces,
    printLine: warn,
    draftSuite,
    clock,
    ...(store === undefined ? {} : { store }),
    ...(ambiguity === undefined ? {} : { ambiguity }),
    ...(seed === undefined ? {} : { seed }),
    ...(callEnvelope === undefined ? {} : { callEnvelope }),
  })
}

/** Drafts a suite as `tableread import` does. */
const draftSuite: SuiteDrafter = async (session) => {
  const { importTalks } = await import('../../import/sessions/import-talks.ts')
  const { text, refused } = await importTalks(
    [{ session, origin: { file: `session ${session.sessionId}`, line: 0, column: 0 }, stored: true, leftOut: [] }],
    {
      ...{ suite: 'Tried out', schema: schemaOf('suites/tried-out.yaml', '.'), agent: null },
      ...{ keep: 1, recordings: false, exact: true, custom: [] },
    },
  )
  if (text !== null) return { ok: true, text }
  return { ok: false, reason: refused[0]?.message ?? 'nothing of this session can be drafted' }
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
  const { openSqliteStore } = await import('../../service/store/sqlite/sqlite-store.ts')
  try {
    return openSqliteStore(path)
  } catch (error) {
    if ((error as Error).name !== 'DataFileError') throw error
    throw new UsageError((error as Error).message, 'name another file with --data')
  }
}
