import { type Duration, sortDurations } from './durations.ts'

/** A file of durations: JSON with a line for each conversation, in an order that depends on nothing else, so that a change is easy to read. */
export function formatDurations(list: readonly Duration[]): string {
  const lines = sortDurations(list).map(({ suite, name, agent, version, ms }) =>
    JSON.stringify({ suite, name, agent, version, ms }),
  )
  return `{"kind":"durations","schemaVersion":1,"conversations":[${lines.map((line) => `\n${line}`).join(',')}\n]}\n`
}
