import type { JsonObject } from '../../../base/json/json.ts'
import type { Numerals } from '../matchers/fill-text.ts'
import { fillVariables } from './fill-variables.ts'
import type { History, HistoryTurn } from './history.ts'

/** A history with its variables filled in; what a session holds stays as it is. */
export function fillHistory(history: History, variables: JsonObject, numerals: Numerals): History {
  if (history.exchanges.every(isStored)) return history
  const exchanges = history.exchanges.map((each) => (isStored(each) ? each : fillVariables(each, variables, numerals)))
  return { ...history, exchanges }
}

/** Whether an exchange is what a session holds: the braces in it are no variables. */
export function isStored({ entries }: Pick<HistoryTurn, 'entries'>): boolean {
  return entries.some((entry) => 'stored' in entry)
}
