import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { MessageChannel, receiveMessageOnPort, Worker } from 'node:worker_threads'
import { renewEngineFlags } from '../../../base/engine-flags.ts'
import type { JsonObject } from '../../../base/json/json.ts'
import { packageFolder } from '../../../base/package-folder.ts'
import type { Layer } from '../../../wire/api/layer.ts'
import type { ModuleExport } from '../../workspace/agent.ts'
import { AgentError, type ToolCaller } from '../../workspace/agent-function.ts'
import { type AgentExchange, farAgents, type ThreadLine } from './far-agent.ts'
import {
  type AskedHistory,
  type FromThread,
  gather,
  type LoadResult,
  type ThreadData,
  type ToThread,
} from './messages.ts'
import { CodeThrew, readThrown } from './read-thrown.ts'

export type CodeThread = ReturnType<typeof startThread>

export interface ThreadWatch {
  print(who: string, text: string): void
  /** A turn, tool call or the like completed there, successfully or not. */
  settled(): void
  /** Its code does not yield: start nothing more in it. The thread ends with what is under way, or soon after. */
  held(): void
  /** `late` is the module of which an exchange that was over ended it, and what that is charged with. */
  ended(reason: string, late: { file: string; error: AgentError } | null): void
}

/** The thread ended while something was under way in it. */
export class ThreadEnded extends AgentError {}

/** How long given-up code may hold its thread, in ms: until nothing more starts in it, then until it is ended. */
const [doubtMs, patienceMs] = [250, 3_000]

/** The room for young objects in the thread, in megabytes; without a limit, V8 gives it 48 of its own. */
const youngMb = 4

/** Starts the thread. It keeps the process alive only while something is under way in it. */
export function startThread(watch: ThreadWatch) {
  const { port1: port, port2: farPort } = new MessageChannel()
  const { port1: histories, port2: farHistories } = new MessageChannel()
  const bell = new Int32Array(new SharedArrayBuffer(4))
  const workerData: ThreadData = { port: farPort, histories: farHistories, bell }
  const worker = openWorker({
    ...{ workerData, transferList: [farPort, farHistories], stdout: true, stderr: true },
    resourceLimits: { maxYoungGenerationSizeMb: youngMb },
  })
  worker.once('online', renewEngineFlags)
  const exchanges = new Map<number, AgentExchange>()
  let ids = 0
  let over: ThreadEnded | null = null
  let doubt: NodeJS.Timeout | null = null
  let isHeld = false
  let leaving: Extract<FromThread, { kind: 'ending' }> | null = null
  let sure: (() => void)[] = []
  const beSure = (): void => {
    for (const each of sure) each()
    sure = []
  }
  const gathered = gather<ToThread>((messages) => port.postMessage(messages))
  const say = (message: ToThread): void => {
    if (over === null) gathered(message)
  }
  const open = (exchange: AgentExchange): number => {
    ids += 1
    if (exchanges.size === 0) port.ref()
    exchanges.set(ids, exchange)
    const ended = over
    if (ended !== null) queueMicrotask(() => exchange.fail(ended))
    return ids
  }
  const shut = (id: number): void => {
    exchanges.delete(id)
    if (exchanges.size > 0) return
    port.unref()
    if (isHeld && doubt === null) finish('')
  }
  const finish = (reason: string, layer?: Layer): void => {
    if (over !== null) return
    const ended = new ThreadEnded(reason, layer)
    over = ended
    if (doubt !== null) clearTimeout(doubt)
    // Of what only ran beside it nobody can say how it would have ended: the agents of both sides share a thread. It may
    // begin again, and what was over by then is charged to the next turn of the same module.
    const beside = new ThreadEnded(`what another turn began ended the thread that all code shares: ${reason}`, 'worker')
    const { by = null, file = null } = leaving ?? {}
    const late =
      file === null || by === null || exchanges.has(by)
        ? null
        : { file, error: new ThreadEnded(`after an earlier turn was over, ${reason}`, layer) }
    for (const [id, each] of [...exchanges]) each.fail(by === null || by === id ? ended : beside)
    exchanges.clear()
    port.close()
    histories.close()
    beSure()
    if (reason !== '') watch.ended(reason, late)
    void worker.terminate()
  }
  const leave = (): void => {
    isHeld = true
    watch.held()
    beSure()
  }
  const probe = (): void => {
    if (doubt !== null || over !== null) return
    doubt = setTimeout(() => {
      leave()
      doubt = setTimeout(() => finish('its code held its thread without a pause, and the thread was ended'), patienceMs)
    }, doubtMs)
    say({ kind: 'ask' })
  }
  const stop = (id: number): void => {
    if (!exchanges.has(id)) return
    shut(id)
    say({ kind: 'stop', id })
    probe()
  }
  const hand = (id: number, history: string | null): void => {
    if (over !== null) return
    const handed: AskedHistory = { id, history }
    histories.postMessage(handed)
    Atomics.add(bell, 0, 1)
    Atomics.notify(bell, 0)
  }
  const line: ThreadLine = { open, isOpen: (id) => exchanges.has(id), shut, stop, say, hand }
  const hear = (message: FromThread): void => {
    if (message.kind === 'alive') {
      if (doubt !== null) clearTimeout(doubt)
      doubt = null
      beSure()
      if (isHeld && exchanges.size === 0) finish('')
    } else if (message.kind === 'printed') watch.print(message.who, message.text)
    else if (message.kind === 'ending') leaving ??= message
    else {
      if (message.kind === 'done' || message.kind === 'gave' || message.kind === 'failed') watch.settled()
      const exchange = exchanges.get(message.id)
      if (exchange !== undefined) exchange.hear(message)
      else if (message.kind === 'history') hand(message.id, null)
    }
  }
  const hearAll = (messages: readonly FromThread[]): void => {
    for (const each of messages) hear(each)
  }
  port.on('message', hearAll)
  port.unref()
  for (const stream of [worker.stdout, worker.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => watch.print('code', text))
  let crash = null as { reason: string; layer: Layer } | null // Node leaves by process.exit after one
  worker.on('error', (error: unknown) => {
    crash = { reason: describeCrash(error), layer: readThrown(error).layer }
  })
  worker.on('exit', (code) =>
    setImmediate(() => {
      // Its last messages come first: on a busy machine some are not yet heard.
      for (let last = receiveMessageOnPort(port); last !== undefined; last = receiveMessageOnPort(port))
        hearAll(last.message)
      finish(crash?.reason ?? endOf(leaving?.reason ?? '', code), crash?.layer)
    }),
  )
  worker.unref()
  return {
    /** Resolves at once, or while the thread is in doubt, as soon as it is known whether its code still yields. */
    sure: (): Promise<void> =>
      doubt === null || isHeld ? Promise.resolve() : new Promise((resolve) => sure.push(resolve)),
    /** Ends the thread; everyone waiting for it gets the reason. */
    end: (reason: string) => finish(reason),
    /** Loads a module; past `mostMs` the thread counts as held: start nothing more in it. @throws ThreadEnded */
    load: (place: ModuleExport, mostMs: number): Promise<LoadResult> =>
      new Promise((resolve, reject) => {
        const id = open({
          hear(message) {
            clearTimeout(limit)
            shut(id)
            if (message.kind === 'loaded') resolve(message.loaded)
          },
          fail(error) {
            clearTimeout(limit)
            reject(error)
          },
        })
        const limit = setTimeout(() => {
          leave()
          shut(id)
          reject(new ThreadEnded(`it takes longer than ${mostMs / 1_000} s`))
        }, mostMs)
        limit.unref()
        say({ kind: 'load', id, place })
      }),
    /** The agent exported by a module that is already loaded; `tools` (JSON) are the tools the thread can answer itself. */
    agent: farAgents(line),
    /** The output of a tool, as text, or what a check gave in JSON. @throws Error with the message of what its code threw, or ThreadEnded */
    tool: (
      place: ModuleExport,
      args: JsonObject,
      { signal, ...caller }: ToolCaller,
      what: 'tool' | 'check' = 'tool',
    ): Promise<string> =>
      new Promise((resolve, reject) => {
        if (signal.aborted) return reject(signal.reason as Error)
        const giveUp = (): void => {
          stop(id)
          reject(signal.reason as Error)
        }
        const settle = (): void => {
          shut(id)
          signal.removeEventListener('abort', giveUp)
        }
        const id = open({
          hear(message) {
            settle()
            if (message.kind === 'gave') resolve(message.output)
            else if (message.kind === 'failed') reject(new CodeThrew(message.thrown))
          },
          fail(error) {
            settle()
            reject(error)
          },
        })
        signal.addEventListener('abort', giveUp, { once: true })
        say({ kind: 'tool', what, id, place, given: JSON.stringify(args), caller: JSON.stringify(caller) })
      }),
  }
}

/** Creates the worker. When running from sources its file is TypeScript, which jiti can load and Node cannot. */
function openWorker(options: ConstructorParameters<typeof Worker>[1]): Worker {
  if (!import.meta.url.endsWith('.ts'))
    return new Worker(new URL('dist/service/agents/code/thread.js', packageFolder), options)
  const [jiti, entry] = [
    createRequire(import.meta.url).resolve('jiti'),
    fileURLToPath(new URL('thread.ts', import.meta.url)),
  ]
  const script = `require(${JSON.stringify(jiti)}).createJiti(${JSON.stringify(entry)}).import(${JSON.stringify(entry)})`
  return new Worker(script, { ...options, eval: true })
}

function describeCrash(error: unknown): string {
  if ((error as { code?: unknown } | null)?.code === 'ERR_WORKER_OUT_OF_MEMORY') return 'its code ran out of memory'
  return `its code, or another's in the thread that all share and that ended, threw what nobody caught: ${readThrown(error).description}`
}

function endOf(reason: string, code: number): string {
  return reason === '' ? `its code ended its thread with exit code ${code}` : reason
}
