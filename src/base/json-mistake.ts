/**
 * Where a text stops being JSON: the first character that cannot stand there, or the end of a truncated text. Engines
 * do not always report it, so this searches for the shortest prefix that can no longer become JSON. Counts from 1.
 */
export function placeOfMistake(text: string): { line: number; column: number } {
  let [good, bad] = [0, text.length + 1]
  while (bad - good > 1) {
    const middle = Math.floor((good + bad) / 2)
    if (canGoOn(text.slice(0, middle))) good = middle
    else bad = middle
  }
  const lines = text.slice(0, good).split('\n')
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 }
}

/** Whether a text is JSON, or its only mistake is that it ends. */
function canGoOn(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch (error) {
    const { message } = error as Error
    const position = /position (\d+)/.exec(message)?.[1]
    return position === undefined ? /end of JSON/.test(message) : Number(position) >= text.length
  }
}
