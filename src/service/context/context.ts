import type { Session } from '../../wire/api/session.ts'
import type { Usage } from '../../wire/api/usage.ts'
import type { AgentCode } from '../agents/code/agent-code.ts'
import type { Thought } from '../agents/thinking/think.ts'
import type { McpServers } from '../agents/tools/mcp-servers.ts'
import type { CallEnvelope } from '../answer/answer.ts'
import type { Random } from '../answer/random.ts'
import type { Fault, FaultPlan } from '../faults/fault.ts'
import type { Store } from '../store/store.ts'
import type { Timeline } from '../store/timeline.ts'
import type { Clock, FrozenClock } from '../time/clock.ts'
import type { Directory, Workspace } from '../workspace/workspace.ts'
import type { Ambiguity } from './ambiguity.ts'

/** Drafts a suite from a session, or says why it cannot. */
export type SuiteDrafter = (session: Session) => Promise<{ ok: true; text: string } | { ok: false; reason: string }>

/** The dependencies of every operation. */
export interface ServiceContext {
  clock: Clock | FrozenClock
  store: Store
  timeline: Timeline
  turns: ReturnType<typeof createTurnOrder>
  directory: Directory
  random: Random
  ambiguity: Ambiguity
  faults: FaultPlan
  callEnvelope: CallEnvelope
  /** The key of the customer in a session (SES-11). */
  participantKey: string
  /** The secret for signing links. */
  secret: string
  /** Drafts a suite from a session, for the page; null if drafting is not available. */
  draftSuite: SuiteDrafter | null
  newId(): string
  /** The piece of work under way; null between them. Work is synchronous, so there is only one at a time. */
  work: PendingWork | null
  /** Aborted when the service closes, to stop agents that are thinking. */
  closing: AbortSignal
  /** Notices of ended sessions on their way to agents that run somewhere else; they settle soon and never reject. */
  telling: Set<Promise<void>>
  /** The MCP servers that the agents' tools ask. */
  mcpServers: McpServers
  agentCode: AgentCode
}

/** Work under way, with its thoughts and the ids it drew: its next attempts draw the same ones again. */
export interface PendingWork {
  thoughts: Map<string, Thought>
  /** The usage of the thoughts in this attempt. */
  usage: Usage[]
  ids: string[]
  drawn: number
  /** What to do once this attempt is stored. */
  afterwards: (() => void)[]
}

/** A new id; when work starts over, the id it drew before. */
export function drawId(work: PendingWork | null): string {
  if (work === null) return crypto.randomUUID()
  const id = work.ids[work.drawn] ?? crypto.randomUUID()
  work.ids[work.drawn] = id
  work.drawn += 1
  return id
}

/** One authenticated request of an operation; `parameter` is the decoded path parameter. */
export interface ServiceCall {
  request: Request
  parameter: string
  workspace: Workspace
  context: ServiceContext
  faults: readonly Fault[]
  /** The rules that the answer rests on so far, to be sent as `x-local-decision`. */
  decisions: string[]
}

/** An operation: a request in, a response out, nothing thrown for bad input. */
export type Handler = (call: ServiceCall) => Response | Promise<Response>

/** Runs a session's turns one at a time as they arrive (CHA-36); stores only sessions that are busy. */
export function createTurnOrder() {
  const busy = new Map<string, Promise<unknown>>()
  const occupy = <T>(sessionId: string, turn: Promise<T>): Promise<T> => {
    const leave = (): void => {
      if (busy.get(sessionId) === turnEnd) busy.delete(sessionId)
    }
    const turnEnd: Promise<void> = turn.then(leave, leave) // settles before anyone waiting for the turn continues
    busy.set(sessionId, turnEnd)
    return turn
  }
  return {
    /** Runs `work` once every earlier turn of the session is done and `delayMs` of real time have passed. */
    run<T>(sessionId: string, delayMs: number, work: () => T | Promise<T>): T | Promise<T> {
      const before = busy.get(sessionId)
      if (before === undefined && delayMs === 0) {
        const turn = work()
        return turn instanceof Promise ? occupy(sessionId, turn) : turn
      }
      const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, delayMs))
      return occupy(sessionId, (before ?? Promise.resolve()).then(pause).then(work))
    },
  }
}
