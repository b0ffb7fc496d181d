import type { SessionRow } from './local-state.ts'

/** The sessions whose row holds every word of the filter somewhere, whatever the case. */
export function filterSessions(rows: readonly SessionRow[], filter: string): SessionRow[] {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean)
  return rows.filter((row) => {
    const text = [
      row.sessionId,
      row.workspace,
      row.agentName,
      row.version,
      row.channelType,
      row.channelName,
      row.participant,
      row.status,
    ].join(' ')
    return words.every((word) => text.toLowerCase().includes(word))
  })
}
