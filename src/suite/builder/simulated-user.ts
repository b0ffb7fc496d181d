import type { Calls, Matcher, Requirement, TextMatcher } from './expectation.ts'

/** A user who is played: what it wants, the only facts it may tell, and when it is done, as a suite file spells it. */
export interface SimulatedUser {
  /** What the user wants, in words; `{fact}` names a fact of `knows`, here and in all that it says. */
  readonly wants: string
  /** The only facts that the user may tell, by name. */
  readonly knows?: { readonly [name: string]: string | number | readonly (string | number)[] }
  /** The first message; one of several by seed. @default `wants` */
  readonly 'opens with'?: string | readonly string[]
  /** How it talks: `terse`, `polite`, `chatty`, or words for a model. */
  readonly style?: string | { readonly terse?: boolean; readonly polite?: boolean; readonly chatty?: boolean }
  /** When facts are told. @default 'when asked' */
  readonly reveals?: 'when asked' | 'all at once' | 'one a turn'
  /** What is said to which reply; the first that fits. */
  readonly answers?: readonly UserAnswer[]
  /** What is said when nothing fits. */
  readonly otherwise?: string | readonly string[]
  /** Mistakes to make by seed, each at most once; each is mended in a later turn. */
  readonly slips?: Slip | readonly Slip[]
  /** How often the same message may be said. @default 2 */
  readonly 'repeats at most'?: number
  /** How many messages it says at most: `8` or `'8 turns'`. @default 12 */
  readonly patience?: number | string
  /** The state in which the user has what it wants; at least one member. */
  readonly 'done when': {
    /** Tool calls of the talk so far. */
    readonly calls?: Calls
    readonly status?: Matcher
    readonly 'agent version'?: Matcher
    /** What the workspace's function of the state gives (local service). */
    readonly state?: Matcher
  }
  /** An answer after which the user gives up: the goal is missed. */
  readonly 'gives up when'?: Requirement
  /** A model of the config that phrases freely within the same laws. */
  readonly model?: string
}

/** What is said to a reply of a certain kind. */
export interface UserAnswer {
  /** A text that is in the reply, or a condition on it. */
  readonly when: TextMatcher
  readonly says: string | readonly string[]
  /** A mistake to make here, once in a talk. */
  readonly slips?: Slip
}

type Slip = 'wrong digit' | 'change of mind' | 'interruption' | 'question back'
