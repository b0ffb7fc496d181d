import type { Comparison } from '../../compare/comparison.ts'
import { type ConversationResult, turnTime } from '../../engine/verdict/conversation-result.ts'
import type { LatencyGroup } from '../../pages/report/report-document.ts'

/** Collects the times of a run: those of turns and of each tool, one row per version. */
export interface RunLatency {
  add(result: ConversationResult): void
  read(): LatencyGroup[]
}

export function createRunLatency(versions: readonly string[]): RunLatency {
  const groups = new Map<string, Map<string, number[]>>()
  return {
    add({ version, turns }) {
      for (const turn of turns) {
        const ownMs = turnTime(turn)
        if (ownMs !== null) timesOf(groups, 'turn', version).push(ownMs)
        for (const entry of turn.entries)
          if (entry.type === 'function_call_output' && entry.executionTimeMs !== null && entry.executionTimeMs >= 0)
            timesOf(groups, entry.name, version).push(entry.executionTimeMs)
      }
    },
    read: () => listGroups(groups, versions),
  }
}

/** The times of a whole comparison by subject, one row per side. */
export function comparisonLatency({ conversations, sides }: Comparison): LatencyGroup[] {
  const groups = new Map<string, Map<string, number[]>>()
  for (const { latency } of conversations) {
    const whole = new Set(latency.flatMap(({ turn, subject, tool }) => (turn === null ? [tool ?? subject] : [])))
    for (const { subject, tool, turn, a, b } of latency) {
      const name = tool ?? subject
      if (turn !== null && whole.has(name)) continue
      push(timesOf(groups, name, 'a'), a)
      push(timesOf(groups, name, 'b'), b)
    }
  }
  return listGroups(groups, ['a', 'b'], { a: sides.a.label, b: sides.b.label })
}

function timesOf(groups: Map<string, Map<string, number[]>>, subject: string, row: string): number[] {
  const rows = groups.get(subject) ?? new Map<string, number[]>()
  groups.set(subject, rows)
  const times = rows.get(row) ?? []
  rows.set(row, times)
  return times
}

function push(times: number[], more: readonly number[]): void {
  for (const time of more) times.push(time)
}

/** Turns and replies first, then tools by name. */
function listGroups(
  groups: ReadonlyMap<string, ReadonlyMap<string, number[]>>,
  order: readonly string[],
  labels: Readonly<Record<string, string>> = {},
): LatencyGroup[] {
  const first = ['turn', 'reply']
  const rank = (subject: string): string =>
    `${first.includes(subject) ? first.indexOf(subject) : first.length}${subject}`
  return [...groups]
    .sort(([one], [other]) => (rank(one) < rank(other) ? -1 : 1))
    .map(([subject, rows]) => ({
      subject,
      rows: order.map((row) => ({ label: labels[row] ?? row, times: thinTimes(rows.get(row) ?? []) })),
      difference: null,
      interval: null,
    }))
}

/** Sorts times; more than `most` are thinned at even steps, with the smallest and the largest. */
export function thinTimes(times: readonly number[], most = 200): number[] {
  const sorted = times.toSorted((a, b) => a - b)
  if (sorted.length <= most) return sorted
  return Array.from({ length: most }, (_, index) => sorted[Math.round((index * (sorted.length - 1)) / (most - 1))] ?? 0)
}
