import type { JsonObject, JsonValue } from '../../../base/json/json.ts'
import type { Pattern } from '../../../base/patterns/linear-pattern.ts'
import { oneOrMore } from '../../yaml/collections.ts'
import type { MapEntry } from '../../yaml/node.ts'
import type { Place, WithPlace } from '../../yaml/place.ts'
import { flag, word } from '../../yaml/scalar.ts'
import type { Reading, Shape } from '../../yaml/shape.ts'

export type JsonType = 'text' | 'number' | 'integer' | 'boolean' | 'object' | 'list' | 'null'

/**
 * One condition on a value, in the one language used everywhere in a suite. Plain data, each node with its
 * place. `written` of `equals` is the scalar as in the file, used where text is expected and for text itself:
 * a reply of `1042` equals text, while an argument of `1042` equals only the number. `written` of `compare` is
 * the time as in the file, with `bound` converted to the unit of its place; a `bound` that is text is a
 * variable, and so is a `counted` value. `unjudgeable` replaces a condition when the value of a variable
 * leaves nothing to judge.
 */
export type Matcher =
  | { kind: 'equals'; value: JsonValue; written?: string; counted?: true; at: Place }
  | { kind: 'contains'; parts: Matcher[]; at: Place }
  | { kind: 'matches'; patterns: { pattern: Pattern; at: Place }[]; at: Place }
  | { kind: 'starts with' | 'ends with'; text: string; at: Place }
  | { kind: 'compare'; sign: '<' | '<=' | '>' | '>='; bound: number | string; written?: string; at: Place }
  | { kind: 'date'; sign: 'before' | 'after' | 'on'; bound: string; at: Place }
  | { kind: 'not'; of: Matcher; at: Place }
  | { kind: 'all' | 'any' | 'none'; of: Matcher[]; at: Place }
  | { kind: 'fields'; fields: FieldMatcher[]; closed: boolean; at: Place }
  | { kind: 'items' | 'in any order'; items: Matcher[]; at: Place }
  | { kind: 'each'; of: Matcher; at: Place }
  | { kind: 'length' | 'words' | 'sentences'; of: Matcher; at: Place }
  | { kind: 'reading level'; of: Matcher; at: Place }
  | { kind: 'language'; codes: string[]; at: Place }
  | { kind: 'similar to'; texts: WithPlace<string>[]; bound: number | string; at: Place }
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

const differences = ['case', 'spaces', 'quotes', 'width'] as const

export type Difference = (typeof differences)[number]

export const ignoredDifferences: Shape<Difference[]> = oneOrMore('differences', word(differences))

/** The options next to conditions that say how to compare, without expecting anything themselves. */
export const textOptions: readonly string[] = ['ignore', 'ignore case', 'ignore spaces']

export function readIgnored(entries: readonly MapEntry[], reading: Reading): Difference[] {
  const ignoredKinds = entries.flatMap(({ key, value }): readonly Difference[] => {
    if (key === 'ignore') return ignoredDifferences.read(value, reading) ?? []
    const own = differences.find((each) => key === `ignore ${each}`)
    return own !== undefined && flag.read(value, reading) === true ? [own] : []
  })
  return differences.filter((each) => ignoredKinds.includes(each))
}
