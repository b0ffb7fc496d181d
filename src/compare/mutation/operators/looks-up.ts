/** A function that only looks something up, by its name: another call of it harms nobody. */
const looking =
  /^(?:get|find|search|list|look_?up|check|load|fetch|read|query|count|calculate|think|show|describe|track|verify)(?:_|$)|_(?:status|details|info|policy)$/i

/** Whether a function does something that nobody wants to happen unasked or twice, as far as its name tells. */
export function acts(name: string): boolean {
  return !looking.test(name)
}
