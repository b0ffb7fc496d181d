import type { JsonObject, JsonValue } from '../../../base/json.ts'
import type { Condition } from './draft.ts'

/** Conditions that all hold as one mapping: those that compare alike stand together, others under `all`. */
export function joinConditions(conditions: readonly Condition[]): JsonObject {
  const groups: JsonObject[] = []
  for (const condition of once(conditions)) {
    const group = groups.find((each) => comparesAlike(each, condition) && fits(each, condition))
    if (group === undefined) groups.push(sorted(condition))
    else merge(group, condition)
  }
  const shown = groups.map(tidy)
  const [first = {}] = shown
  return shown.length <= 1 ? first : { all: shown }
}

const options = ['ignore case', 'ignore spaces']
const listed = ['contains', 'matches', 'not']

function once(conditions: readonly Condition[]): Condition[] {
  return [...new Map(conditions.map((each) => [JSON.stringify(each), each])).values()]
}

function comparesAlike(one: Condition, other: Condition): boolean {
  return options.every((option) => one[option] === other[option])
}

/** `contains` and `matches` take lists, negations become `none`; anything else stands once in a mapping. */
function fits(group: Condition, condition: Condition): boolean {
  return Object.keys(condition).every(
    (key) => options.includes(key) || listed.includes(key) || !Object.hasOwn(group, key),
  )
}

function sorted(condition: Condition): JsonObject {
  const group: JsonObject = {}
  merge(group, condition)
  return group
}

function merge(group: JsonObject, condition: Condition): void {
  for (const [key, value] of Object.entries(condition)) {
    group[key] = listed.includes(key) ? [...asList(group[key]), ...asList(value)] : value
  }
}

function asList(value: JsonValue | undefined): JsonValue[] {
  return value === undefined ? [] : Array.isArray(value) ? value : [value]
}

function tidy(group: JsonObject): JsonObject {
  const shown: JsonObject = {}
  for (const [key, value] of Object.entries(group)) {
    if (options.includes(key)) continue
    const single = listed.includes(key) && Array.isArray(value) && value.length === 1
    if (key === 'not' && !single) shown.none = value
    else shown[key] = single ? (value[0] ?? value) : value
  }
  for (const option of options) if (group[option] === true) shown[option] = true
  return shown
}
