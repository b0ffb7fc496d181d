import type { Time } from './latency.ts'
import type { AnyMembers, Matcher } from './matcher.ts'

/** What is expected of a turn's tool calls: `'none'`, a list (in this order, others tolerated), or conditions. */
export type Calls = 'none' | readonly Call[] | CallConditions

/** A tool's name, or one name with what is expected of that call: `{ lookup_order: { with: { order_id: '1042' } } }`. */
export type Call = string | { readonly [tool: string]: CallDetails | null }

/** Conditions on the calls of a turn. */
export interface CallConditions {
  /** These calls in this order; others may come between. */
  readonly 'in order'?: readonly Call[]
  /** These calls in this order and no others. */
  readonly exactly?: readonly Call[]
  /** These calls in any order; others are tolerated. */
  readonly 'any order'?: readonly Call[]
  /** No such call anywhere in the turn. */
  readonly never?: Call | readonly Call[]
  /** Calls of a known good run: shown beside the result, never judged. */
  readonly reference?: readonly Call[]
  /** The number of calls. */
  readonly count?: Matcher
  /** The same for calls of the phase pre. */
  readonly pre?: Calls
  /** The same for calls of the phase during. */
  readonly during?: Calls
  /** The same for calls of the phase post. */
  readonly post?: Calls
}

/** What is expected of one call. A tool is expected to succeed unless `is_error` says otherwise. */
export interface CallDetails {
  /** These arguments; others are tolerated. */
  readonly with?: AnyMembers<Matcher>
  /** These arguments and no others. */
  readonly exactly?: AnyMembers<Matcher> | Matcher
  /** One matcher for all arguments together: `{ schema: … }`, `{ length: 2 }`. */
  readonly arguments?: Matcher
  /** What the tool returned, parsed when it is JSON. */
  readonly returns?: Matcher
  /** Whether the tool reports an error. @default false */
  readonly is_error?: boolean
  readonly phase?: 'pre' | 'during' | 'post'
  /** The time the tool took (executionTimeMs): `'800 ms'`. */
  readonly within?: Time
  /** This call comes before the calls named here. */
  readonly before?: string | readonly string[]
  /** This call comes after the calls named here. */
  readonly after?: string | readonly string[]
  /** How many such calls the turn holds. */
  readonly times?: Matcher
}
