import type { MessagePort } from 'node:worker_threads'
import type { ModuleExport } from '../../workspace/agent.ts'
import type { Thrown } from './say-thrown.ts'

/** What the thread of the agents' code is started with. */
export interface ThreadData {
  port: MessagePort
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
 * does, and in as few messages as can be: a turn that calls nothing takes one each way.
 */
export type ToThread =
  | { kind: 'load'; id: number; place: ModuleExport }
  /** `facts` are those of an `AgentTurn` that are data; `history` is read only if the agent looks at it. */
  | { kind: 'turn'; id: number; place: ModuleExport; agentName: string; facts: string; history: string }
  | { kind: 'tool'; id: number; place: ModuleExport; given: string; caller: string }
  /** What came of a call that an agent made: an outcome as JSON, or why the tool could not be asked. */
  | { kind: 'outcome'; id: number; call: number; outcome: string | null; refused: string }
  /** Nobody waits for it any more. */
  | { kind: 'stop'; id: number }
  | { kind: 'ask' }

/** What the thread says; `parts` are those that were yielded since the last time, a JSON list. */
export type FromThread =
  | { kind: 'loaded'; id: number; loaded: Loaded }
  | { kind: 'parts'; id: number; parts: string }
  | { kind: 'call'; id: number; parts: string; call: number; name: string; given: string }
  | { kind: 'done'; id: number; parts: string; state: string }
  | { kind: 'gave'; id: number; output: string }
  | { kind: 'failed'; id: number; parts: string; thrown: Thrown }
  /** What code printed, under the name of who printed it. */
  | { kind: 'printed'; who: string; text: string }
  /** It is about to end, and why. */
  | { kind: 'ending'; reason: string }
  | { kind: 'alive' }

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
