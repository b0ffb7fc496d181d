import type { Comparison } from '../../compare/comparison.ts'
import type { ConversationComparison } from '../../compare/model/conversation-comparison.ts'
import type { LatencyComparison } from '../../compare/model/latency-comparison.ts'
import { percentile } from '../../engine/expect/percentile.ts'

/** One kind of time over a whole comparison, in milliseconds. */
export interface LatencyRow {
  /** `turn`, `reply`, or the name of a tool. */
  name: string
  a: { p50: number | null; p95: number | null }
  b: { p50: number | null; p95: number | null }
}

/** A conversation whose time certainly differs: the whole interval is on one side of zero. */
export interface SureDifference {
  conversation: ConversationComparison
  name: string
  difference: number
  interval: [from: number, to: number]
}

/** The times of all conversations together: turns, replies, then tools by name. */
export function latencyRows({ conversations }: Pick<Comparison, 'conversations'>): LatencyRow[] {
  const rows = new Map<string, { a: number[]; b: number[] }>()
  for (const each of conversations.flatMap(({ latency }) => latency.filter(({ turn }) => turn === null))) {
    const name = each.tool ?? each.subject
    const times = rows.get(name) ?? { a: [], b: [] }
    rows.set(name, { a: times.a.concat(each.a), b: times.b.concat(each.b) })
  }
  const place = (name: string): string => `${['turn', 'reply'].includes(name) ? 0 : 1}${name === 'turn' ? '' : name}`
  return [...rows]
    .sort(([one], [other]) => (place(one) < place(other) ? -1 : 1))
    .map(([name, { a, b }]) => ({ name, a: summarize(a), b: summarize(b) }))
}

/** Conversations that are certainly slower or faster, largest difference first. */
export function sureDifferences({ conversations }: Pick<Comparison, 'conversations'>): SureDifference[] {
  return conversations
    .flatMap((conversation) =>
      conversation.latency.flatMap((each): SureDifference[] => {
        const { difference, interval, tool, subject } = each
        if (difference === null || interval === null || !isWhole(each) || interval[0] * interval[1] <= 0) return []
        return [{ conversation, name: tool ?? subject, difference, interval }]
      }),
    )
    .sort((one, other) => Math.abs(other.difference) - Math.abs(one.difference))
}

function isWhole({ turn, subject }: LatencyComparison): boolean {
  return turn === null && subject !== 'reply'
}

function summarize(times: readonly number[]): { p50: number | null; p95: number | null } {
  return { p50: percentile(times, 0.5), p95: percentile(times, 0.95) }
}
