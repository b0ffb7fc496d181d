import type { JsonValue } from '../../base/json.ts'
import type { Duration } from './latency.ts'

/** A pattern as a suite file has it, `'/order \\d+/i'`, or a regular expression of the flags i, m, s, u. Always matched in linear time. */
export type Pattern = string | RegExp

/** A condition on text: the text itself, or operators that all hold. */
export type TextMatcher = string | number | boolean | Operators<TextMatcher>

/**
 * A condition on JSON: a scalar equals, a list means these items in this order, a mapping means these members with
 * others tolerated, or operators that all hold. A member that is named like an operator goes under `fields`.
 */
export type Matcher = string | number | boolean | null | readonly Matcher[] | Operators<Matcher> | Members

/** Members of an object; none is named like an operator. */
export type Members = AnyMembers<Matcher> & { readonly [K in keyof Operators<unknown>]?: never }

/** Members of an object under any names. */
export interface AnyMembers<M> {
  readonly [member: string]: M
}

/** `quotes` are curly and straight ones, `width` is that of full-width letters, digits and marks. */
export type Difference = 'case' | 'spaces' | 'quotes' | 'width'

/** The operators of the matcher language, as a suite file spells them; `M` is what they nest. */
export interface Operators<M> {
  /** Exactly this value, taken literally. */
  readonly equals?: JsonValue
  /** These members or items and no others, at every depth; the values may be matchers. */
  readonly exactly?: M | readonly M[] | AnyMembers<M>
  /** Members of an object whose names are also operators. */
  readonly fields?: AnyMembers<M>
  /** Text with each of these parts; a list with an item for each; an object with this key. */
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
  /** A number, or a time where the place says in which unit it counts: a session's `duration`, a member such as `executionTimeMs`. */
  readonly 'at least'?: number | Duration
  readonly 'at most'?: number | Duration
  readonly 'more than'?: number | Duration
  readonly 'less than'?: number | Duration
  /** A number from the first to the second, both included. */
  readonly between?: readonly [number | Duration, number | Duration]
  /** A date before this one, ISO 8601. */
  readonly before?: string
  /** A date after this one, ISO 8601. */
  readonly after?: string
  /** The number of characters, items or members. */
  readonly length?: M
  /** The number of words, in any language. */
  readonly words?: M
  /** The number of sentences, in any language. */
  readonly sentences?: M
  /** Every item of a list matches, and there is one. */
  readonly each?: M
  /** The JSON kind of the value. */
  readonly type?: 'text' | 'number' | 'integer' | 'boolean' | 'object' | 'list' | 'null'
  /** Whether the member is there at all. */
  readonly present?: boolean
  /** Whether text, list or object is empty. */
  readonly empty?: boolean
  /** Valid under this JSON Schema (2020-12). */
  readonly schema?: { readonly [key: string]: JsonValue }
  /** Text that is JSON, or shows it in a fenced block: its value matches. */
  readonly json?: Matcher
  /** Differences in which the texts beside and below it may differ, added to those that are ignored around it. */
  readonly ignore?: Difference | readonly Difference[]
  /** Compare the text beside and below it without regard to case. */
  readonly 'ignore case'?: boolean
  /** Compare the text beside and below it with runs of white space as one space. */
  readonly 'ignore spaces'?: boolean
}
