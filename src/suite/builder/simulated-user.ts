import type { Calls, Matcher, Requirement, TextMatcher } from './expectation.ts'

/** What it wants, the only facts that it may tell, and when it is done, with the keys of a suite file. */
export interface SimulatedUser {
  /** What the user wants, in words; `{fact}` refers to a fact of `knows`, here and in everything it says. */
  readonly wants: string
  /** The only facts that the user may tell, by name. */
  readonly knows?: { readonly [name: string]: string | number | readonly (string | number)[] }
  /** The first message; one of several by seed. @default `wants` */
  readonly 'opens with'?: string | readonly string[]
  /** How it talks: `terse`, `polite`, `chatty`, or a description for a model. */
  readonly style?: string | { readonly terse?: boolean; readonly polite?: boolean; readonly chatty?: boolean }
  /** When it tells facts. @default 'when asked' */
  readonly reveals?: 'when asked' | 'all at once' | 'one a turn'
  /** Answers to replies; the first that fits is used. */
  readonly answers?: readonly UserAnswer[]
  /** What it says when nothing fits. */
  readonly otherwise?: string | readonly string[]
  /** Mistakes to make, by seed, each at most once; each is corrected in a later turn. */
  readonly slips?: Slip | readonly Slip[]
  /** How often it may say the same message. @default 2 */
  readonly 'repeats at most'?: number
  /** The most messages that it says: `8` or `'8 turns'`. @default 12 */
  readonly patience?: number | string
  /** The state in which the goal is reached; at least one member. */
  readonly 'done when': {
    /** Tool calls of the talk so far. */
    readonly calls?: Calls
    readonly status?: Matcher
    readonly 'agent version'?: Matcher
    /** What the workspace's state function returns (local service). */
    readonly state?: Matcher
  }
  /** An answer after which the user gives up: the goal is missed. */
  readonly 'gives up when'?: Requirement
  /** A model of the config that phrases messages freely under the same laws. */
  readonly model?: string
}

/** An answer to a certain kind of reply. */
export interface UserAnswer {
  /** A text contained in the reply, or a condition on it. */
  readonly when: TextMatcher
  readonly says: string | readonly string[]
  /** A mistake to make here, once in a talk. */
  readonly slips?: Slip
}

type Slip = 'wrong digit' | 'change of mind' | 'interruption' | 'question back'
