import type { JsonObject } from '../../../base/json/json.ts'
import type { Numerals } from '../matchers/fill-text.ts'
import { fillVariables } from './fill-variables.ts'
import type { History, HistoryTurn } from './history.ts'

/** A history with its variables filled in; what a session holds stays as it is. */
export function fillHistory(given: History, variables: JsonObject, numerals: Numerals): History {
  if (given.exchanges.every(isStored)) return given
  const exchanges = given.exchanges.map((each) => (isStored(each) ? each : fillVariables(each, variables, numerals)))
  return { ...given, exchanges }
}

/** Whether an exchange is what a session holds: the braces in it are no variables. */
export function isStored({ entries }: Pick<HistoryTurn, 'entries'>): boolean {
  return entries.some((entry) => 'stored' in entry)
}
