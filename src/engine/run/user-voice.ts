import type { Usage } from '../../wire/api/usage.ts'
import type { ConversationRun } from './conversation-run.ts'
import type { SimulatedTalk } from './simulated-talk.ts'

/** Decides what a simulated user says: an agenda, or a model under the same laws. */
export interface UserVoice {
  /** The next move, given everything said so far; `left` counts the remaining messages, this one included. */
  next(run: ConversationRun, left: number, signal?: AbortSignal): Promise<UserMove>
  /** Called when it will say nothing more, so that it notes a last question without an answer. */
  hears(run: ConversationRun): void
  /** Called when a person said this in place of its last or next message. */
  saidInstead(text: string): void
  /** Why it cannot be told of what it said whether it kept its laws; null where it can. */
  doubt(run: ConversationRun): string | null
  owes(): boolean
  told(): Pick<SimulatedTalk, 'unanswered' | 'slips'>
}

export type UserMove =
  | { kind: 'says'; text: string; usage?: Usage[] }
  | { kind: 'gives up'; why: string; usage?: Usage[] }
  | { kind: 'halted'; why: string; usage?: Usage[] }
  | { kind: 'unable'; why: string; usage?: Usage[] }
  /** A mistake of its own: its message would break a law, or its card does not answer a question. */
  | { kind: 'fault'; law: string; why: string; said: string | null; usage?: Usage[] }

/** The state of a goal; `unclear` if a part of it could not be judged. */
export type GoalSeen = 'reached' | 'open' | 'unclear'
