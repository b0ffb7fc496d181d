import { type Duration, sortDurations } from './durations.ts'

/**
 * Writes a file of durations: JSON with one line for each conversation in a fixed order, so that changes are easy to
 * read.
 */
export function formatDurations(list: readonly Duration[]): string {
  const lines = sortDurations(list).map(({ suite, name, agent, version, ms }) =>
    JSON.stringify({ suite, name, agent, version, ms }),
  )
  return `{"kind":"durations","schemaVersion":1,"conversations":[${lines.map((line) => `\n${line}`).join(',')}\n]}\n`
}
