import type { MessagePort } from 'node:worker_threads'
import type { Layer } from '../../../wire/api/layer.ts'
import type { ModuleExport } from '../../workspace/agent.ts'
import type { NewHistory } from './histories.ts'
import type { Thrown } from './read-thrown.ts'

/**
 * The `workerData` of the code thread. The histories it asks for come over a port of their own; the thread
 * blocks until `bell` says that one is there.
 */
export interface ThreadData {
  port: MessagePort
  histories: MessagePort
  bell: Int32Array
}

/** An answer over the port for histories: JSON without its brackets, or null if the turn is over. */
export interface AskedHistory {
  id: number
  history: string | null
}

/**
 * Collects messages until the next turn of the event loop and sends them together: waking the other side
 * costs more than the messages themselves. A message sent `atOnce`, because the code may never yield again,
 * goes out immediately, after those already waiting.
 */
export function gather<T>(send: (messages: T[]) => void): (message: T, atOnce?: boolean) => void {
  const later = setImmediate
  let waiting: T[] = []
  let isSent = true
  const flush = (): void => {
    isSent = true
    if (waiting.length === 0) return
    const messages = waiting
    waiting = []
    send(messages)
  }
  return (message, atOnce = false) => {
    waiting.push(message)
    if (atOnce) return flush()
    if (!isSent) return
    isSent = false
    later(flush)
  }
}

/**
 * Messages to the thread. `id` is the exchange a message belongs to. Values cross as JSON, so that only plain data
 * does, and in as few messages as possible: a turn takes one each way unless it calls a tool that has to be asked.
 */
export type ToThread =
  | { kind: 'load'; id: number; place: ModuleExport }
  /** A JSON list of canned tools, to which turns refer by this number. */
  | { kind: 'tools'; number: number; tools: string }
  /**
   * `facts` are the members of an `AgentTurn` that are data. An agent that has never read its history is not
   * sent it; it asks when it does.
   */
  | {
      kind: 'turn'
      id: number
      place: ModuleExport
      sessionId: string
      agentName: string
      facts: string
      history: NewHistory | null
      tools: number
    }
  | { kind: 'tool'; what: 'tool' | 'check'; id: number; place: ModuleExport; given: string; caller: string }
  /** The result of a call that an agent made: the outcome as JSON, or why the tool could not be asked. */
  | { kind: 'outcome'; id: number; call: number; outcome: string | null; refused: string }
  /** The result is no longer wanted. */
  | { kind: 'stop'; id: number }
  | { kind: 'ask' }

/**
 * Messages from the thread. `deeds` is what an agent did since the last message, a JSON list of the parts it
 * yielded and its calls of tools whose outcome the thread knew, each call as `[name, arguments, beside]`. A yielded
 * list is `[null, list]`. `beside`: the agent did not wait for the outcome of the call before.
 */
export type FromThread =
  | { kind: 'loaded'; id: number; loaded: LoadResult }
  | { kind: 'deeds'; id: number; deeds: string }
  | { kind: 'call'; id: number; deeds: string; call: number; name: string; given: string; beside: boolean }
  /** An agent reads its history, and the thread is blocked until it comes. */
  | { kind: 'history'; id: number }
  | { kind: 'done'; id: number; deeds: string; state: string }
  | { kind: 'gave'; id: number; output: string }
  | { kind: 'failed'; id: number; deeds: string; thrown: Thrown }
  /** Output of code, with the name of the agent or file that printed it. */
  | { kind: 'printed'; who: string; text: string }
  /** The thread is about to end, for this reason. */
  | { kind: 'ending'; reason: string }
  | { kind: 'alive' }

/** A message from the thread that belongs to an exchange. */
export type FromExchange = Extract<FromThread, { id: number }>

/** The result of loading a module: its files, and whether the export asked for is usable. */
export interface LoadResult {
  files: string[]
  /** Why the module cannot be loaded; null if it can. */
  trouble: string | null
  /** The layer that this names. */
  layer: Layer
  /** Whether the export is a function. */
  found: boolean
  /** The exports that are functions. */
  functions: string[]
}
