import type { JsonObject } from '../../base/json.ts'
import type { Numerals } from './fill-text.ts'
import { fillVariables } from './fill-variables.ts'
import type { History } from './history.ts'

/** A history with its variables filled in; what a file holds stays as it is. */
export function fillHistory(given: History, variables: JsonObject, numerals: Numerals): History {
  return given.from === undefined ? fillVariables(given, variables, numerals) : given
}
