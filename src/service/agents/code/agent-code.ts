import { suggest } from '../../../base/suggest.ts'
import type { ModuleExport } from '../../workspace/agent.ts'
import { AgentError, type AgentFunction, type ToolFunction } from '../../workspace/agent-function.ts'
import type { Workspace } from '../../workspace/workspace.ts'
import type { CodeThread } from './code-thread.ts'
import type { Loaded } from './messages.ts'

/** Tells a line that code printed, or what became of its thread. */
export type PrintLine = (line: string) => void

/** The modules of a workspace as they were when it was read, in a thread that begins with the first of them. */
export interface Edition {
  /**
   * The agent at a place; `tools` are those that its thread can answer for, in JSON.
   * @throws AgentError for a module that cannot be loaded or has no such function
   */
  agent(place: ModuleExport, tools: string): Promise<AgentFunction>
  /** The function gives its output as text. @throws AgentError likewise */
  tool(place: ModuleExport): Promise<ToolFunction>
  /** Loads all modules of workspaces: the files that they were read from, and what is wrong with them. */
  load(workspaces: readonly Workspace[]): Promise<{ files: string[]; problems: string[] }>
  /** Somebody needs it until `leave`. */
  enter(): void
  leave(): void
  /** Ends its thread once nobody needs it. */
  retire(): void
  close(): void
}

/** The code of a service's agents and tools. */
export interface AgentCode {
  /** What holds for turns that begin now. */
  now(): Edition
  /** Modules to be read afresh; nobody meets them until they are taken. */
  anew(): Edition
  /** From now on these hold, or without any such as are loaded afresh; turns under way end as they began. */
  take(edition?: Edition): void
  close(): void
}

/** The code of a service; nothing of it is loaded yet. */
export function createAgentCode(print: PrintLine): AgentCode {
  let current = createEdition(print)
  return {
    now: () => current,
    anew: () => createEdition(print),
    take(edition = createEdition(print)) {
      current.retire()
      current = edition
    },
    close: () => current.close(),
  }
}

/** How often the thread may end before anything comes to its end in it. */
const mostEnds = 5
/**
 * How long a module may take to load, in milliseconds: at first, and in a fresh thread, where nothing but the module itself can
 * hold it up.
 */
const loadMs = [8_000, 30_000] as const

function createEdition(print: PrintLine): Edition {
  let thread: Promise<CodeThread> | null = null
  let ends = 0
  let lastEnd = ''
  let users = 0
  let isRetired = false
  let isClosed = false
  let queue: Promise<unknown> = Promise.resolve()
  let isLoading = false
  const rests = new Map<string, string>()
  const broken = new Map<string, AgentError>()
  /** By export; what an earlier thread has loaded is loaded again in the next. */
  let loaded = new Map<string, Promise<Loaded>>()
  const tellLines = (who: string, text: string): void => {
    const lines = `${rests.get(who) ?? ''}${text}`.split('\n')
    rests.set(who, lines.pop() ?? '')
    for (const line of lines) print(`[${who}] ${line}`)
  }
  const forget = (one: Promise<CodeThread> | null): void => {
    if (thread !== one) return
    thread = null
    loaded = new Map()
  }
  const ended = (one: Promise<CodeThread> | null, reason: string): void => {
    const isByLoading = isLoading && thread === one
    forget(one)
    for (const [who, rest] of rests) if (rest !== '') print(`[${who}] ${rest}`)
    rests.clear()
    lastEnd = reason
    if (isByLoading || isClosed) return
    ends += 1
    print(`The thread of the agents' code ended: ${reason}`)
  }
  const start = (): Promise<CodeThread> => {
    if (isClosed) throw new AgentError('the service is closed', 'service')
    if (ends >= mostEnds)
      throw new AgentError(
        `the thread of its code ended ${mostEnds} times in a row, and is not started again until the workspace is read again; the last time ${lastEnd}`,
      )
    if (thread !== null) return thread
    const starting: Promise<CodeThread> = import('./code-thread.ts').then(({ startThread }) =>
      startThread({
        print: tellLines,
        held: () => forget(starting),
        ended: (reason) => ended(starting, reason),
        settled() {
          ends = 0
        },
      }),
    )
    thread = starting
    return starting
  }
  const tryToLoad = async (place: ModuleExport, mostMs: number): Promise<Loaded> => (await start()).load(place, mostMs)
  /** Loads it in a fresh thread where the first one ends or is held: that may have been the fault of another module. */
  const look = async (place: ModuleExport): Promise<Loaded> => {
    const failed = broken.get(place.file)
    if (failed !== undefined) throw failed
    isLoading = true
    try {
      const [soon, late] = loadMs
      return await tryToLoad(place, soon).catch(() => tryToLoad(place, late))
    } catch (error) {
      const told = new AgentError(`${place.file} cannot be loaded: ${(error as Error).message}`)
      broken.set(place.file, told)
      throw told
    } finally {
      isLoading = false
    }
  }
  /** One module at a time, so that it is known which one ended the thread. */
  const find = async (place: ModuleExport): Promise<Loaded> => {
    const key = `${place.file}#${place.name}`
    const known = loaded.get(key)
    if (known !== undefined) return known
    const looking = queue.then(() => look(place))
    queue = looking.catch(() => undefined)
    loaded.set(key, looking)
    return looking
  }
  const ready = async (place: ModuleExport): Promise<CodeThread> => {
    for (;;) {
      refuseMissing(place, await find(place))
      const known = thread
      if (known === null) continue // it ended meanwhile, and what it had loaded with it
      const running = await known
      await running.sure()
      if (thread === known) return running
    }
  }
  const close = (): void => {
    isClosed = true
    thread?.then(
      (running) => running.end('the service is closed'),
      () => undefined,
    )
  }
  return {
    agent: async (place, tools) => (await ready(place)).agent(place, tools),
    async tool(place) {
      const running = await ready(place)
      return (given, caller) => running.tool(place, given, caller)
    },
    async load(workspaces) {
      const files = new Set<string>()
      const problems = new Set<string>()
      for (const place of placesOf(workspaces))
        try {
          const found = await find(place)
          for (const file of found.files) files.add(file)
          refuseMissing(place, found)
        } catch (error) {
          files.add(place.file)
          problems.add((error as Error).message)
        }
      return { files: [...files], problems: [...problems] }
    },
    enter() {
      users += 1
    },
    leave() {
      users -= 1
      if (isRetired && users === 0) close()
    },
    retire() {
      isRetired = true
      if (users === 0) close()
    },
    close,
  }
}

/** @throws AgentError */
function refuseMissing({ file, name }: ModuleExport, { trouble, found, functions }: Loaded): void {
  if (trouble !== null) throw new AgentError(trouble)
  if (found) return
  const near = suggest(name, functions) ?? functions[0]
  const hint = near === undefined ? 'it exports no function' : `did you mean ${file}#${near}?`
  throw new AgentError(`${file} has no function called ${name}; ${hint}`, 'script')
}

/** Every place at which agents and tools of workspaces name code. */
function placesOf(workspaces: readonly Workspace[]): ModuleExport[] {
  const agents = workspaces.flatMap((workspace) => workspace.agents)
  const versions = agents.flatMap(({ versions: numbered, draft }) => [...numbered.values(), ...(draft ? [draft] : [])])
  const places = versions.flatMap(({ behaviour }): ModuleExport[] => {
    if (behaviour.kind === 'scripted' || behaviour.kind === 'replay') return []
    const own = behaviour.kind === 'code' && typeof behaviour.from !== 'function' ? [behaviour.from] : []
    return [...own, ...behaviour.tools.flatMap(({ source }) => (source?.kind === 'module' ? [source] : []))]
  })
  places.push(...workspaces.flatMap(({ state }) => state ?? []))
  return [...new Map(places.map((place) => [`${place.file}#${place.name}`, place])).values()]
}
