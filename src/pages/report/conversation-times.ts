import type { LatencyComparison } from '../../compare/model/latency-comparison.ts'
import type { ConversationResult } from '../../engine/verdict/conversation-result.ts'
import type { LatencyGroup } from './report-document.ts'

/** The times of a compared conversation, a row a side. */
export function comparedTimes(
  latency: readonly LatencyComparison[],
  labels: readonly [string, string],
): LatencyGroup[] {
  return latency.map(({ subject, tool, turn, a, b, difference, interval }) => ({
    subject: nameSubject(subject, tool, turn),
    rows: [
      { label: labels[0], times: a },
      { label: labels[1], times: b },
    ],
    difference,
    interval,
  }))
}

/** The times of one run: each turn, and each tool over all turns. */
export function runTimes({ turns }: ConversationResult): LatencyGroup[] {
  const tools = new Map<string, number[]>()
  for (const { entries } of turns)
    for (const entry of entries)
      if (
        entry.type === 'function_call_output' &&
        typeof entry.executionTimeMs === 'number' &&
        entry.executionTimeMs >= 0
      )
        tools.set(entry.name, [...(tools.get(entry.name) ?? []), entry.executionTimeMs])
  return [
    ...turns.map(({ index, turnMs }) => group(`turn ${index + 1}`, turnMs === null ? [] : [turnMs])),
    ...[...tools].map(([name, times]) => group(name, times)),
  ]
}

const group = (subject: string, times: number[]): LatencyGroup => ({
  subject,
  rows: [{ label: '', times }],
  difference: null,
  interval: null,
})

function nameSubject(subject: string, tool: string | null, turn: number | null): string {
  if (tool !== null) return turn === null ? tool : `${tool}, turn ${turn + 1}`
  if (turn === null) return subject === 'turn' ? 'all turns' : `${subject}, all turns`
  return subject === 'turn' ? `turn ${turn + 1}` : `${subject}, turn ${turn + 1}`
}
