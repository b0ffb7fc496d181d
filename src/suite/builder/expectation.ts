import type { JsonValue } from '../../base/json/json.ts'

/** What is expected of one turn; at least one member. */
export interface Expectation {
  /** The agent's messages of the turn. */
  readonly reply?: Reply
  /** The turn's tool calls, paired with their outputs. */
  readonly calls?: Calls
  /** Time limits: `'3 s'` for the turn, or `{ turn, reply, tool }`. */
  readonly latency?: Time | Latency
  /** Criteria for a model to judge once the conversation is over: one or several sentences that are true or not. */
  readonly judge?: Judge
  /** Functions of your own, by module and export: `'./checks.ts#isPolite'`, or by the name that the config gives. */
  readonly check?: string | readonly string[]
  /** The service must refuse the turn: an errorCode, or `{ status, errorCode, message }`. */
  readonly error?: Matcher
  /** This conversation's sent and pending messages, oldest first (local service). */
  readonly outbox?: Matcher
  /** This conversation's unfinished calls (local service). */
  readonly queue?: Matcher
  /** The sessions of the latest call, one for each attempt (local service). */
  readonly attempts?: Matcher
}

/** One criterion for a judge, or several. */
export type Judge = string | Criterion | readonly (string | Criterion)[]

/** A criterion, and how to judge it. */
export interface Criterion {
  /** A sentence about the conversation that is true or not. */
  readonly criterion: string
  /** `'not met'` for what must not be true. @default 'met' */
  readonly expect?: 'met' | 'not met'
  /** What the judge is shown: the turn, or everything up to here. @default 'turn', and for a session 'conversation' */
  readonly 'looks at'?: 'turn' | 'conversation'
  /** A model of the config, or several: a panel. */
  readonly by?: string | readonly string[]
  /** How often each model is asked, from 1 to 15. @default 1 */
  readonly votes?: number
}

/** A turn's requirement on the one before; without criteria and checks, since they are asked only after the conversation. */
export type Requirement = Omit<Expectation, 'judge' | 'check'>

/** What is expected of a turn's reply: its text, `'none'` when there must be no answer, or conditions on text and parts. */
export type Reply = string | number | boolean | RegExp | ReplyConditions

/** Conditions on all assistant messages of the turn together; a negation must also hold for each message alone. */
export interface ReplyConditions extends Operators<TextMatcher> {
  /** The agent that answers; a name other than the one requested is a handoff. */
  readonly agentName?: TextMatcher
  /** How many assistant messages, or the text of each in order. */
  readonly messages?: Matcher
  /** The agent's thinking entries of the turn, joined. */
  readonly thinking?: TextMatcher
  /** The summary entries of the turn, joined. */
  readonly summary?: TextMatcher
  /** The backgroundAgent messages of the turn, joined. */
  readonly background?: TextMatcher
  /** Every fact in the reply was said before it, or can be derived from what was. */
  readonly grounded?: true
  /** Text items that must occur in some message. */
  readonly text?: TextMatcher | readonly TextMatcher[]
  /** Content items that must occur in some message, by their members; `'none'` forbids the kind. */
  readonly image?: Matcher
  readonly video?: Matcher
  readonly audio?: Matcher
  readonly file?: Matcher
  /** Buttons, by text or as `{ text, payload }`. */
  readonly button?: Matcher
  /** The content items of all messages, in order: a list of objects, each with its `kind`, such as `image`. */
  readonly content?: Matcher
}

/** What is expected of a turn's tool calls: `'none'`, a list (in this order, others tolerated), or conditions. */
export type Calls = 'none' | readonly Call[] | CallConditions

/** A tool's name, or that with what is expected: `{ lookup_order: { with: { order_id: '1042' } } }`. */
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
  /** No other tools than these; `*` stands for any part of a name. */
  readonly only?: string | readonly string[]
  /** Calls of a known good run: shown next to the result, never judged. */
  readonly reference?: readonly Call[]
  /** The number of calls. */
  readonly count?: Matcher
  /** The same for calls in the phase pre. */
  readonly pre?: Calls
  /** The same for calls in the phase during. */
  readonly during?: Calls
  /** The same for calls in the phase post. */
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

/** A duration, with a comparison if it is not an upper limit: `'800 ms'`, `'< 3 s'`, `'2 min'`. */
export type Time = Duration | `${'<' | '<=' | '>' | '>='} ${Duration}`

/** A duration with its unit: `'800 ms'`, `'3 s'`, `'2 min'`, `'1 h'`. */
export type Duration = `${number} ${Unit}` | `${number}${Unit}`

type Unit = 'ms' | 's' | 'min' | 'h'

/** Limits on the three times of a turn. */
export interface Latency {
  /** From sending the message to having the answer, on the client. */
  readonly turn?: Time | Statistics
  /** From the user's message to the last assistant message, by the transcript's timestamps. */
  readonly reply?: Time | Statistics
  /** The time of each tool call (executionTimeMs). */
  readonly tool?: Time | Statistics
  /** Budgets of single tools, by name; they replace `tool` for those tools. */
  readonly tools?: { readonly [tool: string]: Time | Statistics }
}

/** Limits over the repeats of a conversation. */
export interface Statistics {
  /** The limit for every single time. */
  readonly each?: Time
  /** The limit for the median. */
  readonly p50?: Time
  /** The limit for the 95th percentile. */
  readonly p95?: Time
}

/**
 * A pattern as in a suite file, `'/order \\d+/i'`, or a regular expression with the flags i, m, s, u. Always
 * matched in linear time.
 */
export type Pattern = string | RegExp

/** A condition on text: the text itself, a pattern (`/sorry/i`, also in quotes), or operators that all hold. */
export type TextMatcher = string | number | boolean | RegExp | Operators<TextMatcher>

/**
 * A condition on JSON: a scalar means equality, `/sorry/i` a pattern, a list means these items in this order, a mapping means these
 * members and maybe others; or operators that must all hold. A member named like an operator goes under
 * `fields`.
 */
export type Matcher = string | number | boolean | null | RegExp | readonly Matcher[] | Operators<Matcher> | Members

/** Members of an object; none is named like an operator. */
type Members = AnyMembers<Matcher> & { readonly [K in keyof Operators<unknown>]?: never }

/** Members of an object, with any names. */
interface AnyMembers<M> {
  readonly [member: string]: M
}

/** `quotes`: curly or straight. `width`: full-width or normal letters, digits and marks. */
export type Difference = 'case' | 'spaces' | 'quotes' | 'width'

/** A similarity to another text. */
export interface Likeness {
  /** The text, or several, of which the most similar counts. */
  readonly text: string | readonly string[]
  /** From above 0 to 1. @default 0.6 */
  readonly 'at least'?: number | string
}

/** The operators of the matcher language, spelled as in a suite file; `M` is the type of nested matchers. */
export interface Operators<M> {
  /** Exactly this value, taken literally. */
  readonly equals?: JsonValue
  /** These members or items and no others, at every depth; the values may be matchers. */
  readonly exactly?: M | readonly M[] | AnyMembers<M>
  /** Members of an object whose names are also operators. */
  readonly fields?: AnyMembers<M>
  /** Text with each of these parts; a list with an item of its own for each; an object with this key. */
  readonly contains?: M | readonly M[]
  /** Text that matches each of these patterns. */
  readonly matches?: Pattern | readonly Pattern[]
  readonly 'starts with'?: string
  readonly 'ends with'?: string
  /** At least one of these matches. */
  readonly 'one of'?: readonly M[]
  /** At least one of these matches. */
  readonly any?: readonly M[]
  /** Every one of these matches. */
  readonly all?: readonly M[]
  /** None of these matches. */
  readonly none?: readonly M[]
  /** This does not match. */
  readonly not?: M
  /** A number, or a duration where the unit is known: a session's `duration`, a member such as `executionTimeMs`. */
  readonly 'at least'?: number | Duration
  readonly 'at most'?: number | Duration
  readonly 'more than'?: number | Duration
  readonly 'less than'?: number | Duration
  /** A number in a range, both ends included. */
  readonly between?: readonly [number | Duration, number | Duration]
  /** A date before this one, ISO 8601. */
  readonly before?: string
  /** A date after this one, ISO 8601. */
  readonly after?: string
  /** A date on this day: ISO 8601, or `today + 3 d`. */
  readonly on?: string
  /** The number of characters, items or members. */
  readonly length?: M
  /** The number of words, in any language. */
  readonly words?: M
  /** The number of sentences, in any language. */
  readonly sentences?: M
  /** The Flesch-Kincaid grade of an English text; too short a text is not judged. */
  readonly 'reading level'?: M
  /** The ISO 639-1 code of the text's language, or several; a text whose language is uncertain is not judged. */
  readonly language?: string | readonly string[]
  /** Text similar to this one, or to one of several. */
  readonly 'similar to'?: string | readonly string[] | Likeness
  /** Every item of a non-empty list matches. */
  readonly each?: M
  /** A list of exactly these items, whatever their order. */
  readonly 'in any order'?: readonly M[]
  /** The JSON kind of the value. */
  readonly type?: 'text' | 'number' | 'integer' | 'boolean' | 'object' | 'list' | 'null'
  /** Whether the member is there at all. */
  readonly present?: boolean
  /** Whether text, list or object is empty. */
  readonly empty?: boolean
  /** Valid under this JSON Schema (2020-12). */
  readonly schema?: { readonly [key: string]: JsonValue }
  /** JSON text, or text with JSON in a fenced block, whose value matches. */
  readonly json?: Matcher
  /** Differences to ignore in texts here and below, in addition to those already ignored around it. */
  readonly ignore?: Difference | readonly Difference[]
  /** Ignores case in texts here and below. */
  readonly 'ignore case'?: boolean
  /** Treats any run of white space as one space in texts here and below. */
  readonly 'ignore spaces'?: boolean
}
