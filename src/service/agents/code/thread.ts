import { type MessagePort, receiveMessageOnPort, workerData } from 'node:worker_threads'
import { isJsonObject } from '../../../base/json/json.ts'
import type { ModuleExport } from '../../workspace/agent.ts'
import {
  AgentError,
  type AgentFunction,
  type AgentPart,
  type AgentTurn,
  type CallOfJson,
  collectParts,
  type ToolFunction,
  type ToolOutcome,
  type TurnData,
} from '../../workspace/agent-function.ts'
import { type CannedTool, callCanned } from './call-canned.ts'
import { createHistoryReceiver } from './histories.ts'
import { type LoadedModule, loadAfresh, type ModuleCache } from './load-afresh.ts'
import {
  type AskedHistory,
  type FromThread,
  gather,
  type LoadResult,
  type ThreadData,
  type ToThread,
} from './messages.ts'
import { openCall } from './open-call.ts'
import { mostOutput, outputText, writeState } from './output.ts'
import { NoJson, plainJson } from './plain-json.ts'
import { readThrown } from './read-thrown.ts'
import { type CodeOwner, confine, runAs } from './thread-walls.ts'
import { whenAsked } from './when-asked.ts'

/** The thread of agents' and tools' code, which may exit, block or print; `code-thread.ts` is the other side. */

const { port, histories, bell } = workerData as ThreadData
const { parse, stringify } = JSON
const { isArray } = Array
const later = setImmediate
const gathered = gather<FromThread>((messages) => port.postMessage(messages))
const tell = (message: FromThread): void =>
  gathered(message, message.kind === 'printed' || message.kind === 'ending' || message.kind === 'history')

/** The most deeds in one message. An agent that never stops must get a chance to hear that its turn was given up. */
const mostDeeds = 64

const toolsets = new Map<number, Map<string, CannedTool>>()
const tellHistory = createHistoryReceiver()
const stops = new Map<number, AbortController>()
interface OpenCall {
  name: string
  resolve: (outcome: ToolOutcome) => void
  reject: (error: Error) => void
}
const waiting = new Map<string, OpenCall>()
const cache: ModuleCache = {}
const modules = new Map<string, Promise<LoadedModule>>()

function load(file: string): Promise<LoadedModule> {
  const moduleLoad = modules.get(file) ?? runAs({ who: file, file, exchange: null }, () => loadAfresh(file, cache))
  modules.set(file, moduleLoad)
  return moduleLoad
}

async function look({ file, name }: ModuleExport): Promise<LoadResult> {
  const { files, exports, trouble, layer } = await load(file)
  if (exports === null) return { files, trouble, layer, type: 'undefined', functions: [] }
  const functions = Object.keys(exports).filter((each) => typeof exports[each] === 'function')
  // Without a default export, the exports themselves stand in its place.
  const isOwn = name !== 'default' || functions.length === 0 || !holdsAll(exports.default, functions, exports)
  return { files, trouble: null, layer, type: isOwn ? typeof exports[name] : 'undefined', functions }
}

function holdsAll(value: unknown, names: readonly string[], exports: Record<string, unknown>): boolean {
  return typeof value === 'object' && names.every((name) => Object(value)[name] === exports[name])
}

async function find<T>({ file, name }: ModuleExport): Promise<T> {
  const { exports, trouble, layer } = await load(file)
  if (exports === null) throw new AgentError(trouble, layer)
  return exports[name] as T
}

/** One turn of an agent: everything it does, and the state it leaves. */
async function takeTurn({ id, place, facts, sessionId, history, tools }: ToldTurn): Promise<void> {
  const stop = new AbortController()
  stops.set(id, stop)
  let entries = history === null ? null : tellHistory(sessionId, history)
  let deeds: string[] = []
  let calls = 0
  let unheard = 0 // calls answered here whose outcome the agent has not got yet
  const keysOfTurn = (): string[] => (calls === 0 ? [] : [...waiting.keys()].filter((key) => key.startsWith(`${id} `)))
  const takeDeeds = (): string => {
    const text = `[${deeds.join(',')}]`
    deeds = []
    return text
  }
  let isFlushing = false
  const note = async (deed: string): Promise<void> => {
    deeds.push(deed)
    if (deeds.length >= mostDeeds) {
      tell({ kind: 'deeds', id, deeds: takeDeeds() })
      return new Promise((resolve) => later(resolve))
    }
    if (isFlushing) return
    isFlushing = true
    later(() => {
      isFlushing = false
      if (deeds.length > 0 && stops.get(id) === stop) tell({ kind: 'deeds', id, deeds: takeDeeds() })
    })
  }
  const call = ((name, args = {}) => {
    const text = refuseAs('the arguments of a call cannot be written as JSON', () => plainJson(args))
    const outcome = foreknown(toolsets.get(tools)?.get(name), parse(text))
    const beside = unheard > 0
    if (outcome !== null) {
      unheard += 1
      const hear = (): ToolOutcome => {
        unheard -= 1
        return outcome
      }
      return openCall(note(`[${stringify(name)},${text},${beside}]`).then(hear))
    }
    calls += 1
    const message = { kind: 'call' as const, id, call: calls, name: String(name), given: text, beside }
    tell({ ...message, deeds: takeDeeds() })
    const key = `${id} ${message.call}`
    return openCall(new Promise((resolve, reject) => waiting.set(key, { name: message.name, resolve, reject })))
  }) satisfies CallOfJson as AgentTurn['call']
  try {
    const run = await find<AgentFunction>(place)
    const turn = { ...(parse(facts) as TurnData), signal: stop.signal, call }
    let read: AgentTurn['history'] | undefined
    const whole = whenAsked(turn, {
      history() {
        if (read !== undefined) return read
        entries ??= askHistory(id)
        read = parse(`[${entries}]`) as AgentTurn['history']
        return read
      },
    })
    const { signal } = stop
    const sendPart = (part: AgentPart): Promise<void> => note(partJson(part))
    await collectParts(
      run(whole),
      sendPart,
      () => signal.aborted,
      (giveUp) => signal.addEventListener('abort', giveUp),
    )
    const open = signal.aborted ? [] : keysOfTurn().map((key) => waiting.get(key)?.name)
    if (open.length > 0)
      throw new AgentError(`the turn ended while ${open.join(', ')} was being called: await what call() gives`)
    tell({ kind: 'done', id, deeds: takeDeeds(), state: writeState(turn.state) })
  } catch (error) {
    tell({ kind: 'failed', id, deeds: takeDeeds(), thrown: readThrown(error) })
  } finally {
    stops.delete(id)
    for (const key of keysOfTurn()) waiting.delete(key)
  }
}

type ToldTurn = Extract<ToThread, { kind: 'turn' }>

/** The outcome of a tool that is known here; null if the other side has to be asked. */
function foreknown(tool: CannedTool | undefined, args: unknown): ToolOutcome | null {
  if (tool === undefined || !isJsonObject(args)) return null
  const outcome = callCanned(tool, args)
  return { ...outcome, value: parse(stringify(outcome.value)) } // the agent may change it
}

/** How long the thread waits for a history, in milliseconds: the other side only has to serialise it. */
const historyMs = 30_000

/** A turn's history, JSON without brackets; blocks, since agents read it as a plain member. @throws AgentError */
function askHistory(id: number): string {
  tell({ kind: 'history', id })
  for (;;) {
    const rung = Atomics.load(bell, 0)
    const answer = receiveMessageOnPort(histories)?.message as AskedHistory | undefined
    if (answer?.id === id && answer.history === null) throw new AgentError('the turn is over, and its history with it')
    if (answer?.id === id && answer.history !== null) return answer.history
    if (answer === undefined && Atomics.wait(bell, 0, rung, historyMs) === 'timed-out')
      throw new AgentError(`the history has not come within ${historyMs / 1_000} s`)
  }
}

/** A part as JSON. Undefined members are left out. */
function partJson(part: AgentPart): string {
  if (typeof part === 'string') return stringify(part)
  if (part === undefined || typeof part === 'function' || typeof part === 'symbol')
    throw new AgentError(`${typeof part} was yielded, which is nothing that an agent does: yield a text or { say }`)
  const text = refuseAs('what was yielded cannot be written as JSON', () => plainJson(part))
  return isArray(part) ? `[null,${text}]` : text
}

function refuseAs(what: string, write: () => string): string {
  try {
    return write()
  } catch (error) {
    throw error instanceof NoJson ? new AgentError(`${what}: ${error.message}`) : error
  }
}

async function callTool({ what, id, place, given, caller }: Extract<ToThread, { kind: 'tool' }>): Promise<void> {
  const stop = new AbortController()
  stops.set(id, stop)
  try {
    const run = await find<ToolFunction>(place)
    const input = parse(given)
    const insistSeen = what === 'check' ? guardUnseen(input) : () => undefined
    const answer = await run(input, { ...parse(caller), signal: stop.signal })
    if (what === 'check') await new Promise((resolve) => later(resolve)) // what it did not await ends the thread by now
    insistSeen()
    tell({ kind: 'gave', id, output: what === 'check' ? checkJson(answer) : outputText(answer) })
  } catch (error) {
    tell({ kind: 'failed', id, deeds: '[]', thrown: readThrown(error) })
  } finally {
    stops.delete(id)
  }
}

interface ShownTurn {
  unseen?: string | null
}

/**
 * No check may take it for a fact that nothing was called where nobody can see calls: `calls` throws, and so does the
 * function that is returned if the check caught that, or looked through entries without a look at `unseen`.
 */
function guardUnseen(input: ShownTurn & { turns?: ShownTurn[]; session?: object | null }): () => void {
  const readMembers = new Set<string>()
  const watch = (of: object, name: string, get: () => unknown): void =>
    void Object.defineProperty(of, name, {
      // JSON of a turn shows nothing of this member, so that only who asks for it knows.
      enumerable: name !== 'unseen',
      get() {
        readMembers.add(name)
        return get()
      },
    })
  const refuse = (why: string): never => {
    throw new AgentError(why)
  }
  let reason: string | null = null
  for (const turn of input.turns ?? [input]) {
    const { unseen, entries } = turn as ShownTurn & { entries?: unknown }
    if (typeof unseen !== 'string') continue
    reason = unseen
    watch(turn, 'calls', () => refuse(unseen))
    watch(turn, 'entries', () => entries)
    watch(turn, 'unseen', () => unseen)
  }
  if (reason !== null && input.session != null) {
    const { transcript } = input.session as { transcript?: unknown }
    watch(input.session, 'transcript', () => transcript)
  }
  return () => {
    const isBlind = (readMembers.has('entries') || readMembers.has('transcript')) && !readMembers.has('unseen')
    if (reason !== null && (readMembers.has('calls') || isBlind)) refuse(reason)
  }
}

/** What a check gave; null if that was nothing. @throws NoJson */
const checkJson = (answer: unknown): string =>
  plainJson(answer ?? null, { what: 'what the check gave', most: mostOutput })

const ownerOf = ({ id, place }: { id: number; place: ModuleExport }, who: string): CodeOwner => ({
  ...{ who, file: place.file, exchange: id },
})

function hear(message: ToThread): void {
  if (message.kind === 'ask') tell({ kind: 'alive' })
  else if (message.kind === 'load')
    void look(message.place).then((loaded) => tell({ kind: 'loaded', id: message.id, loaded }))
  else if (message.kind === 'tools') {
    const tools = new Map<string, CannedTool>()
    for (const tool of parse(message.tools) as CannedTool[]) tools.set(tool.name, tool)
    toolsets.set(message.number, tools)
  } else if (message.kind === 'turn') void runAs(ownerOf(message, message.agentName), () => takeTurn(message))
  else if (message.kind === 'tool') void runAs(ownerOf(message, message.place.file), () => callTool(message))
  else if (message.kind === 'stop') stops.get(message.id)?.abort(new AgentError('nobody waits for this any more'))
  else {
    const key = `${message.id} ${message.call}`
    const { outcome, refused } = message
    if (outcome === null) waiting.get(key)?.reject(new AgentError(refused))
    else waiting.get(key)?.resolve(parse(outcome) as ToolOutcome)
    waiting.delete(key)
  }
}

confine(tell)
const own: MessagePort = port
own.on('message', (messages: ToThread[]) => {
  for (const each of messages) hear(each)
})
