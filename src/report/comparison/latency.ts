import type { Comparison } from '../../compare/comparison.ts'
import { isNotable } from '../../compare/features/turns-of-times.ts'
import type { ConversationComparison, LatencyComparison } from '../../compare/model/conversation-comparison.ts'
import { adjustByHolm } from '../../compare/statistics/paired-test.ts'
import { percentile } from '../../engine/expect/latency.ts'
import { formatTime } from '../text/figures.ts'

interface LatencyRow {
  /** `turn`, `reply`, or the name of a tool. */
  name: string
  a: { p50: number | null; p95: number | null }
  b: { p50: number | null; p95: number | null }
}

/** A conversation whose time certainly differs. The interval is for that time alone. */
interface SureDifference {
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

/** Equal sides list any conversation as slower or faster in one comparison of twenty at most. */
const alpha = 0.05

/** Conversations certainly slower or faster, largest first: sign test over pairs, with Holm's correction. */
export function sureDifferences({ conversations }: Pick<Comparison, 'conversations'>): SureDifference[] {
  const times = conversations.flatMap((conversation) =>
    conversation.latency.flatMap((each) =>
      isWhole(each) && each.p !== undefined ? [{ conversation, each, p: each.p }] : [],
    ),
  )
  const adjusted = adjustByHolm(times.map(({ p }) => p))
  return times
    .flatMap(({ conversation, each }, index): SureDifference[] => {
      const { difference, interval, tool, subject } = each
      if (difference === null || interval === null || (adjusted[index] ?? 1) > alpha) return []
      if (interval[0] * interval[1] <= 0 || !isNotable({ a: percentile(each.a, 0.5) ?? 0, difference })) return []
      return [{ conversation, name: tool ?? subject, difference, interval }]
    })
    .sort((one, other) => Math.abs(other.difference) - Math.abs(one.difference))
}

const isWhole = ({ turn, subject }: LatencyComparison): boolean => turn === null && subject !== 'reply'

function summarize(times: readonly number[]): { p50: number | null; p95: number | null } {
  return { p50: percentile(times, 0.5), p95: percentile(times, 0.95) }
}

/** A difference of times: `+120 ms`, `-1.2 s`. */
export function formatShift(ms: number): string {
  const rounded = Math.abs(ms) < 0.5 ? 0 : ms
  return `${rounded > 0 ? '+' : rounded < 0 ? '-' : ''}${formatTime(Math.abs(rounded))}`
}
