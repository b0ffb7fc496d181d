import type { JsonObject } from '../../../base/json/json.ts'
import { suggest } from '../../../base/text/suggest.ts'
import { listSome } from '../../../base/text/wording.ts'
import type { ModuleExport } from '../../workspace/agent.ts'
import { AgentError, type ToolCaller } from '../../workspace/agent-function.ts'
import { shownPath } from '../../workspace/loading.ts'
import type { Workspace } from '../../workspace/workspace.ts'
import type { CodeThread, ThreadWatch } from './code-thread.ts'
import type { LoadResult } from './messages.ts'
import { readThrown } from './read-thrown.ts'

/** Reports a line that code printed, or that its thread ended. */
export type PrintLine = (line: string) => void

/** The modules of a workspace as they were when it was read. Their thread starts when the first one is loaded. */
export type Edition = ReturnType<typeof createEdition>

export type AgentCode = ReturnType<typeof createAgentCode>

/** Creates the code of a service; modules are loaded on first use. `ended` hears why its thread ended, if it did. */
export function createAgentCode(
  print: PrintLine,
  ended: PrintLine = (reason) => print(`The thread of the agents' code ended: ${reason}`),
) {
  const create = (): Edition => createEdition(print, ended)
  let current = create()
  return {
    /** The edition for turns that begin now. */
    now: () => current,
    /** An edition that loads its modules afresh; no turn uses it until it is passed to `take`. */
    anew: create,
    /** Makes an edition current, by default one that loads modules afresh. Turns under way finish with the old one. */
    take(edition: Edition = create()): void {
      current.retire()
      current = edition
    },
    close: () => current.close(),
  }
}

/** How many times in a row the thread may end before anything in it completes. */
const mostEnds = 5
/** How long a module may load, in ms: first, and then in a fresh thread, where only itself can be the cause. */
const loadMs = [8_000, 30_000] as const

type Late = NonNullable<Parameters<ThreadWatch['ended']>[1]>

function createEdition(print: PrintLine, tellEnd: PrintLine) {
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
  /** By module: what its code threw when nobody waited for it any more, for its next turn. */
  const charges = new Map<string, AgentError>()
  /** By export. Cleared with its thread, so the next thread loads everything again. */
  let loaded = new Map<string, Promise<LoadResult>>()
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
  const ended = (one: Promise<CodeThread> | null, reason: string, late: Late | null): void => {
    if (late !== null) charges.set(late.file, late.error)
    const isByLoading = isLoading && thread === one
    forget(one)
    for (const [who, rest] of rests) if (rest !== '') print(`[${who}] ${rest}`)
    rests.clear()
    lastEnd = reason
    if (isByLoading || isClosed) return
    ends += 1
    tellEnd(reason)
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
        ended: (reason, late) => ended(starting, reason, late),
        settled() {
          ends = 0
        },
      }),
    )
    thread = starting
    return starting
  }
  const tryToLoad = async (place: ModuleExport, mostMs: number): Promise<LoadResult> =>
    (await start()).load(place, mostMs)
  /** Tries once more in a fresh thread if the first one ends or is held: another module may have caused that. */
  const look = async (place: ModuleExport): Promise<LoadResult> => {
    const failed = broken.get(place.file)
    if (failed !== undefined) throw failed
    isLoading = true
    try {
      const [soon, late] = loadMs
      return await tryToLoad(place, soon).catch(() => tryToLoad(place, late))
    } catch (error) {
      const failure = new AgentError(
        `${place.file} cannot be loaded: ${(error as Error).message}`,
        readThrown(error).layer,
      )
      broken.set(place.file, failure)
      throw failure
    } finally {
      isLoading = false
    }
  }
  /** Loads one module at a time, so that it is known which one ended the thread. */
  const find = async (place: ModuleExport): Promise<LoadResult> => {
    const key = `${place.file}#${place.name}`
    const loadResult = loaded.get(key)
    if (loadResult !== undefined) return loadResult
    const looking = queue.then(() => look(place))
    queue = looking.catch(() => undefined)
    loaded.set(key, looking)
    return looking
  }
  const ready = async (place: ModuleExport): Promise<CodeThread> => {
    const charge = charges.get(place.file)
    charges.delete(place.file)
    if (charge !== undefined) throw charge
    for (;;) {
      refuseMissing(place, await find(place))
      const current = thread
      if (current === null) continue // it ended meanwhile, together with everything it had loaded
      const running = await current
      await running.sure()
      if (thread === current) return running
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
    /** The agent exported at a place; its thread answers `tools` (JSON). @throws AgentError if it cannot be loaded */
    agent: async (place: ModuleExport, tools: string) => (await ready(place)).agent(place, tools),
    /** Loads a module before somebody waits for it; what is wrong with it is said when it is used. */
    warm: async (place: ModuleExport): Promise<void> => void (await find(place).catch(() => undefined)),
    /** The tool exported at a place; the function returns its output as text. @throws AgentError in the same cases */
    async tool(place: ModuleExport) {
      const running = await ready(place)
      return (args: JsonObject, caller: ToolCaller) => running.tool(place, args, caller)
    },
    /** The check exported at a place; the function returns what it gave in JSON. @throws AgentError in the same cases */
    async check(place: ModuleExport) {
      const running = await ready(place)
      const caller = { sessionId: '', agentName: '', variables: {} }
      return (args: JsonObject, signal: AbortSignal) => running.tool(place, args, { ...caller, signal }, 'check')
    },
    /** Loads all modules of the workspaces. Gives the files they were read from, and their problems. */
    async load(workspaces: readonly Workspace[]) {
      const files = new Set<string>()
      const problems = new Set<string>()
      for (const place of placesOf(workspaces))
        try {
          const lookup = await find(place)
          for (const file of lookup.files) files.add(file)
          refuseMissing(place, lookup)
        } catch (error) {
          files.add(place.file)
          problems.add((error as Error).message)
        }
      return { files: [...files], problems: [...problems] }
    },
    /** Marks the edition as in use until `leave`. */
    enter(): void {
      users += 1
    },
    leave(): void {
      users -= 1
      if (isRetired && users === 0) close()
    },
    /** Ends the thread as soon as nobody uses the edition. */
    retire(): void {
      isRetired = true
      if (users === 0) close()
    },
    close,
  }
}

/** @throws AgentError */
function refuseMissing({ file, name }: ModuleExport, { trouble, layer, type, functions }: LoadResult): void {
  if (trouble !== null) throw new AgentError(trouble, layer)
  if (type === 'function') return
  const near = suggest(name, functions)
  const path = shownPath(file)
  const others = functions.length === 0 ? 'it exports no function' : `its functions are ${listSome(functions, 5)}`
  const hint = near === undefined ? others : `did you mean ${path}#${near}?`
  const other = type !== 'undefined' ? `: ${name} is ${type === 'object' ? 'an object' : `a ${type}`}` : ''
  throw new AgentError(`${path} has no function called ${name}${other}; ${hint}`, 'script')
}

/** Every place where files of the workspaces refer to code, each once. */
function placesOf(workspaces: readonly Workspace[]): ModuleExport[] {
  const places = workspaces.flatMap(({ modules = [] }) => modules.map(({ module }) => module))
  return [...new Map(places.map((place) => [`${place.file}#${place.name}`, place])).values()]
}
