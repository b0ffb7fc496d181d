/** Names of functions that only look something up: calling one again does no harm. */
const looking =
  /^(?:get|find|search|list|look_?up|check|load|fetch|read|query|count|calculate|think|show|describe|track|verify)(?:_|$)|_(?:status|details|info|policy)$/i

/** Whether a function, judging by its name, does something that nobody wants done unasked or twice. */
export function acts(name: string): boolean {
  return !looking.test(name)
}
