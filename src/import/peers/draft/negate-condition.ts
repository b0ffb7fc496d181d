import type { JsonObject } from '../../../base/json.ts'
import type { Condition } from './draft.ts'

const options = ['ignore case', 'ignore spaces']

/** That a condition does not hold as a whole: of several parts one may hold all the same, where `not` of a list means none of them. */
export function negateCondition(condition: Condition): Condition {
  const beside: JsonObject = {}
  const parts: JsonObject[] = []
  for (const [key, value] of Object.entries(condition)) {
    if (options.includes(key)) beside[key] = value
    else if ((key === 'contains' || key === 'matches') && Array.isArray(value))
      parts.push(...value.map((each) => ({ [key]: each })))
    else parts.push({ [key]: value })
  }
  return parts.length > 1 ? { not: { all: parts, ...beside } } : { not: condition }
}
