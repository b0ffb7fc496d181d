import type { MessagePort } from 'node:worker_threads'
import type { Layer } from '../../../wire/api/layer.ts'
import type { ModuleExport } from '../../workspace/agent.ts'
import type { NewHistory } from './histories.ts'
import type { Thrown } from './read-thrown.ts'

/** The thread's `workerData`. Histories come over a port of their own, for which it blocks until `bell`. */
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

/** Sends messages together in the next turn of the event loop, as waking costs more; those `atOnce` right away. */
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

/** Messages to the thread, by exchange `id`; JSON, in as few as possible: a turn takes one each way but for asking. */
export type ToThread =
  | { kind: 'load'; id: number; place: ModuleExport }
  /** A JSON list of canned tools, to which turns refer by this number. */
  | { kind: 'tools'; number: number; tools: string }
  /** `facts` are a turn's members that are data; an agent that never read its history asks when it does. */
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
 * `deeds` are JSON: parts yielded and calls answered in the thread, as `[name, arguments, beside]`; a list is
 * `[null, list]`. `beside`: the agent did not wait for the outcome of the call before.
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
  /** The thread is about to end, by what an exchange with a module began, which may be over; null if nobody knows. */
  | { kind: 'ending'; reason: string; by: number | null; file: string | null }
  | { kind: 'alive' }

export type FromExchange = Extract<FromThread, { id: number }>

/** The result of loading a module: its files, and what the export asked for is. */
export interface LoadResult {
  files: string[]
  /** Why the module cannot be loaded; null if it can. */
  trouble: string | null
  /** The layer that this names. */
  layer: Layer
  /** The `typeof` of the export. */
  type: string
  /** The exports that are functions. */
  functions: string[]
}
