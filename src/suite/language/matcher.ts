import type { JsonObject, JsonValue } from '../../base/json.ts'
import type { Pattern } from '../../base/linear-pattern.ts'
import type { Place } from '../yaml/place.ts'
import type { Difference } from './text-option.ts'

/** The JSON kinds that `type:` can ask for. */
export type JsonType = 'text' | 'number' | 'integer' | 'boolean' | 'object' | 'list' | 'null'

/**
 * One condition on a value: the same language everywhere in a suite. Plain data, each node with its place.
 * `written` of `equals` is the scalar as the file has it, given where text is expected and for text itself: a reply of
 * `1042` equals text, while an argument of `1042` equals only the number. `written` of `compare` is the time as the file has
 * it, where `bound` is one in the unit of its place; a `bound` that is text is a variable, and so is a `counted` value.
 * `unjudgeable` is what a condition becomes when the value of a variable leaves nothing to judge.
 */
export type Matcher =
  | { kind: 'equals'; value: JsonValue; written?: string; counted?: true; at: Place }
  | { kind: 'contains'; parts: Matcher[]; at: Place }
  | { kind: 'matches'; patterns: { pattern: Pattern; at: Place }[]; at: Place }
  | { kind: 'starts with' | 'ends with'; text: string; at: Place }
  | { kind: 'compare'; sign: '<' | '<=' | '>' | '>='; bound: number | string; written?: string; at: Place }
  | { kind: 'date'; sign: 'before' | 'after'; bound: string; at: Place }
  | { kind: 'not'; of: Matcher; at: Place }
  | { kind: 'all' | 'any' | 'none'; of: Matcher[]; at: Place }
  | { kind: 'fields'; fields: FieldMatcher[]; closed: boolean; at: Place }
  | { kind: 'items'; items: Matcher[]; at: Place }
  | { kind: 'each'; of: Matcher; at: Place }
  | { kind: 'length' | 'words' | 'sentences'; of: Matcher; at: Place }
  | { kind: 'type'; type: JsonType; at: Place }
  | { kind: 'present' | 'empty'; wanted: boolean; at: Place }
  | { kind: 'schema'; schema: JsonObject; at: Place }
  | { kind: 'json'; of: Matcher; at: Place }
  | { kind: 'folded'; ignored: Difference[]; of: Matcher; at: Place }
  | { kind: 'unjudgeable'; why: string; at: Place }

/** One member that a `fields` matcher expects; `at` is the place of its key. */
export interface FieldMatcher {
  key: string
  matcher: Matcher
  at: Place
}
