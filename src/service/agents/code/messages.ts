import type { MessagePort } from 'node:worker_threads'
import type { ModuleExport } from '../../workspace/agent.ts'
import type { NewHistory } from './histories.ts'
import type { Thrown } from './say-thrown.ts'

/**
 * What the thread of the agents' code is started with. Histories that it asks for come over a port of their own, for which it waits:
 * `bell` rings when one is there.
 */
export interface ThreadData {
  port: MessagePort
  histories: MessagePort
  bell: Int32Array
}

/** An answer over the port of histories: in JSON, null where the turn is over. */
export interface AskedHistory {
  id: number
  history: string | null
}

/**
 * Gathers messages until the loop comes round, and sends them together: waking the other side costs more than all that is said.
 * Those that must not wait, because the code may never let go again, are sent at once with those before them.
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
 * What is said to the thread. `id` is the exchange that it belongs to. Values cross as JSON, so that nothing but plain data
 * does, and in as few messages as can be: a turn takes one each way, if it calls no tool that somebody has to be asked for.
 */
export type ToThread =
  | { kind: 'load'; id: number; place: ModuleExport }
  /** Canned tools, a JSON list, to which turns refer by this number. */
  | { kind: 'tools'; number: number; tools: string }
  /**
   * `facts` are those of an `AgentTurn` that are data. An agent that has not looked at its history yet is not told it: it asks
   * when it does.
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
  | { kind: 'tool'; id: number; place: ModuleExport; given: string; caller: string }
  /** What came of a call that an agent made: an outcome as JSON, or why the tool could not be asked. */
  | { kind: 'outcome'; id: number; call: number; outcome: string | null; refused: string }
  /** Nobody waits for it any more. */
  | { kind: 'stop'; id: number }
  | { kind: 'ask' }

/**
 * What the thread says; `deeds` is what an agent did since the last time, a JSON list: the parts that it yielded, and its calls of
 * tools that it knew the outcome of, each as `[name, arguments]`. A list that was yielded is `[null, list]`.
 */
export type FromThread =
  | { kind: 'loaded'; id: number; loaded: Loaded }
  | { kind: 'deeds'; id: number; deeds: string }
  | { kind: 'call'; id: number; deeds: string; call: number; name: string; given: string }
  /** An agent looks at its history, and the thread waits for it. */
  | { kind: 'history'; id: number }
  | { kind: 'done'; id: number; deeds: string; state: string }
  | { kind: 'gave'; id: number; output: string }
  | { kind: 'failed'; id: number; deeds: string; thrown: Thrown }
  /** What code printed, under the name of who printed it. */
  | { kind: 'printed'; who: string; text: string }
  /** It is about to end, and why. */
  | { kind: 'ending'; reason: string }
  | { kind: 'alive' }

/** A message of the thread that belongs to an exchange. */
export type FromExchange = Extract<FromThread, { id: number }>

/** What became of loading a module: the files that it took, and what is wrong with it or with the export that was asked for. */
export interface Loaded {
  files: string[]
  /** Why the module cannot be loaded; null where it can. */
  trouble: string | null
  /** Whether the export is a function. */
  found: boolean
  /** The exports that are functions. */
  functions: string[]
}
