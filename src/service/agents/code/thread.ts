import { type MessagePort, workerData } from 'node:worker_threads'
import type { JsonObject } from '../../../base/json.ts'
import type { ModuleExport } from '../../workspace/agent.ts'
import {
  AgentError,
  type AgentFunction,
  type AgentPart,
  type AgentTurn,
  type ToolFunction,
  type ToolOutcome,
} from '../../workspace/agent-function.ts'
import { type LoadedModule, loadAfresh, type ModuleCache } from './load-afresh.ts'
import { type FromThread, gather, type Loaded, type ThreadData, type ToThread } from './messages.ts'
import { mostOutput } from './output.ts'
import { NoJson, plainJson } from './plain-json.ts'
import { sayThrown } from './say-thrown.ts'
import { keepIn, printAs } from './thread-walls.ts'

/*
 * The thread in which the code of agents and of tools runs: it may exit, block, print, or change what is global, and takes
 * nobody else along. It begins with the first module that is loaded; `code-thread.ts` is the other side.
 */

const { port } = workerData as ThreadData
const { parse } = JSON
const later = setImmediate
const gathered = gather<FromThread>((messages) => port.postMessage(messages))
const tell = (message: FromThread): void => gathered(message, message.kind === 'printed' || message.kind === 'ending')

/** The most parts in one message. An agent that yields without end must hear that nobody listens any more. */
const mostParts = 64

const stops = new Map<number, AbortController>()
const waiting = new Map<string, { resolve: (outcome: ToolOutcome) => void; reject: (error: Error) => void }>()
const cache: ModuleCache = {}
const modules = new Map<string, Promise<LoadedModule>>()

function load(file: string): Promise<LoadedModule> {
  const known = modules.get(file) ?? printAs(file, () => loadAfresh(file, cache))
  modules.set(file, known)
  return known
}

async function look({ file, name }: ModuleExport): Promise<Loaded> {
  const { files, exports, trouble } = await load(file)
  if (exports === null) return { files, trouble, found: false, functions: [] }
  const functions = Object.keys(exports).filter((each) => typeof exports[each] === 'function')
  return { files, trouble: null, found: typeof exports[name] === 'function', functions }
}

async function find<T>({ file, name }: ModuleExport): Promise<T> {
  const { exports, trouble } = await load(file)
  if (exports === null) throw new AgentError(trouble)
  return exports[name] as T
}

/** One turn of an agent: everything that it yields, and the state that it leaves. */
async function takeTurn({ id, place, facts, history }: Extract<ToThread, { kind: 'turn' }>): Promise<void> {
  const stop = new AbortController()
  stops.set(id, stop)
  let parts: string[] = []
  let calls = 0
  const taken = (): string => {
    const text = `[${parts.join(',')}]`
    parts = []
    return text
  }
  let isFlushing = false
  const put = async (part: AgentPart): Promise<void> => {
    parts.push(partJson(part))
    if (parts.length >= mostParts) {
      tell({ kind: 'parts', id, parts: taken() })
      return new Promise((resolve) => later(resolve))
    }
    if (isFlushing) return
    isFlushing = true
    later(() => {
      isFlushing = false
      if (parts.length > 0 && stops.get(id) === stop) tell({ kind: 'parts', id, parts: taken() })
    })
  }
  const call: AgentTurn['call'] = (name, given = {}) => {
    calls += 1
    const message = { kind: 'call' as const, id, call: calls, name: String(name), given: givenJson(given) }
    tell({ ...message, parts: taken() })
    return new Promise((resolve, reject) => waiting.set(`${id} ${message.call}`, { resolve, reject }))
  }
  try {
    const run = await find<AgentFunction>(place)
    const turn = { ...(parse(facts) as Omit<AgentTurn, 'call' | 'signal' | 'history'>), signal: stop.signal, call }
    let read: AgentTurn['history'] | undefined
    Object.defineProperty(turn, 'history', {
      enumerable: true,
      get: () => (read ??= parse(history)),
    })
    await listen(run, turn as unknown as AgentTurn, put)
    tell({ kind: 'done', id, parts: taken(), state: stateJson(turn.state) })
  } catch (error) {
    tell({ kind: 'failed', id, parts: taken(), thrown: sayThrown(error) })
  } finally {
    stops.delete(id)
    for (const key of waiting.keys()) if (key.startsWith(`${id} `)) waiting.delete(key)
  }
}

/** Hears an agent out, for as long as anybody wants to know. */
async function listen(run: AgentFunction, turn: AgentTurn, put: (part: AgentPart) => Promise<void>): Promise<void> {
  const given = run(turn)
  if (typeof given !== 'object' || given === null || !(Symbol.asyncIterator in given)) {
    const part = await given
    if (part !== undefined) await put(part)
    return
  }
  const parts = given[Symbol.asyncIterator]()
  const giveUp = (): void => void Promise.resolve(parts.return?.()).catch(() => undefined)
  turn.signal.addEventListener('abort', giveUp)
  try {
    for (;;) {
      const next = await parts.next()
      if (next.done === true || turn.signal.aborted) return
      await put(next.value)
    }
  } catch (error) {
    giveUp()
    throw error
  }
}

/** A part as it crosses. What it leaves out by `undefined` is left out. */
function partJson(part: AgentPart): string {
  if (part === undefined || typeof part === 'function' || typeof part === 'symbol')
    throw new AgentError(`${typeof part} was yielded, which is nothing that an agent does: yield a text or { say }`)
  return refuseAs('what was yielded cannot be written as JSON', () => plainJson(part, { leavesOut: true }))
}

function givenJson(given: JsonObject): string {
  return refuseAs('the arguments of a call cannot be written as JSON', () => plainJson(given, { leavesOut: true }))
}

function stateJson(state: JsonObject): string {
  return refuseAs('the state of the session cannot be kept', () => plainJson(state, { plainOnly: true }))
}

function refuseAs(what: string, write: () => string): string {
  try {
    return write()
  } catch (error) {
    throw error instanceof NoJson ? new AgentError(`${what}: ${error.message}`) : error
  }
}

/** One call of a tool. */
async function callTool({ id, place, given, caller }: Extract<ToThread, { kind: 'tool' }>): Promise<void> {
  const stop = new AbortController()
  stops.set(id, stop)
  try {
    const run = await find<ToolFunction>(place)
    const answer = await run(parse(given), { ...parse(caller), signal: stop.signal })
    tell({ kind: 'gave', id, output: outputText(answer) })
  } catch (error) {
    tell({ kind: 'failed', id, parts: '[]', thrown: sayThrown(error) })
  } finally {
    stops.delete(id)
  }
}

/** What a tool gave, as the transcript has it. @throws NoJson */
function outputText(answer: unknown): string {
  if (typeof answer === 'string') {
    if (answer.length > mostOutput) throw new NoJson(`the output has more than ${mostOutput} characters`)
    return answer
  }
  if (answer === undefined) throw new NoJson('the tool gave nothing: return null if it has nothing to say')
  return plainJson(answer, { what: 'the output', most: mostOutput })
}

function hear(message: ToThread): void {
  if (message.kind === 'ask') tell({ kind: 'alive' })
  else if (message.kind === 'load')
    void look(message.place).then((loaded) => tell({ kind: 'loaded', id: message.id, loaded }))
  else if (message.kind === 'turn') void printAs(message.agentName, () => takeTurn(message))
  else if (message.kind === 'tool') void printAs(message.place.file, () => callTool(message))
  else if (message.kind === 'stop') stops.get(message.id)?.abort(new AgentError('nobody waits for this any more'))
  else {
    const key = `${message.id} ${message.call}`
    const { outcome, refused } = message
    if (outcome === null) waiting.get(key)?.reject(new AgentError(refused))
    else waiting.get(key)?.resolve(parse(outcome) as ToolOutcome)
    waiting.delete(key)
  }
}

keepIn(tell)
const own: MessagePort = port
own.on('message', (messages: ToThread[]) => {
  for (const each of messages) hear(each)
})
