import type { Usage } from '../../wire/api/usage.ts'
import type { ConversationRun } from './conversation-run.ts'
import type { SimulatedTalk } from './simulated-talk.ts'

/** Whoever says what a simulated user says: an agenda, or a model within the same laws. */
export interface UserVoice {
  /** What is said next, given everything that was said; `left` counts the messages that patience still has, this one included. */
  next(run: ConversationRun, left: number, signal?: AbortSignal): Promise<UserMove>
  /** Is told that it says nothing any more, so that what was asked last and has no answer is noted. */
  hears(run: ConversationRun): void
  /** Is told that a person said this in place of what it said last, or would say next. */
  saidInstead(text: string): void
  /** Whether a mistake that was made on purpose waits to be mended. */
  owes(): boolean
  /** What there is to tell of the talk, beside its turns. */
  told(): Pick<SimulatedTalk, 'unanswered' | 'slips'>
}

/** What a simulated user does when it is its turn. */
export type UserMove =
  | { kind: 'says'; text: string; usage?: Usage[] }
  | { kind: 'gives up'; why: string; usage?: Usage[] }
  /** A budget does not let it be asked. */
  | { kind: 'halted'; why: string; usage?: Usage[] }
  /** A tape has nothing that it would say. */
  | { kind: 'unable'; why: string; usage?: Usage[] }
  /** A mistake of its own: a law that what it would have said breaks, or a question that its card has no answer to. */
  | { kind: 'fault'; law: string; why: string; said: string | null; usage?: Usage[] }

/** How a goal stands; `unclear` where a part of it could not be judged. */
export type GoalSeen = 'reached' | 'open' | 'unclear'
