import { percentile } from '../../engine/expect/latency.ts'
import type { ConversationComparison, LatencyComparison } from '../model/conversation-comparison.ts'
import { medianDifference } from '../statistics/intervals.ts'
import type { GatePolicy, GateRule, LatencyPolicy } from './gate-policy.ts'

type Subject = LatencyComparison['subject']

/**
 * The rules on times, over all runs of all conversations: absolute limits on p50 and p95 of the side in question, and
 * how much slower than the other side it may be. *slower* compares each conversation with itself, and is broken only
 * where the whole confidence interval of the difference lies above the limit.
 */
export function latencyRules(
  policy: GatePolicy['latency'],
  conversations: readonly ConversationComparison[],
): GateRule[] {
  return (['turn', 'reply', 'tool'] as const).flatMap((subject) => {
    const limits = policy[subject]
    return limits === undefined ? [] : rulesOf(subject, limits, conversations)
  })
}

function rulesOf(
  subject: Subject,
  { p50, p95, slower }: LatencyPolicy,
  conversations: readonly ConversationComparison[],
): GateRule[] {
  const times = conversations.flatMap(({ latency }) => latency.filter((each) => each.subject === subject))
  const ofB = times.flatMap(({ turn, b }) => (turn === null ? b : []))
  return [
    ...(p50 === undefined ? [] : [absolute(`latency.${subject} p50`, p50, percentile(ofB, 0.5))]),
    ...(p95 === undefined ? [] : [absolute(`latency.${subject} p95`, p95, percentile(ofB, 0.95))]),
    ...(slower === undefined ? [] : [relative(subject, slower, times)]),
  ]
}

function absolute(name: string, limit: number, ms: number | null): GateRule {
  const wanted = `at most ${limit} ms`
  if (ms === null) return { name, verdict: 'not judged', wanted, seen: 'no times' }
  return { name, verdict: ms <= limit ? 'held' : 'broken', wanted, seen: `${Math.round(ms)} ms` }
}

/**
 * Each turn of a script, or each tool of a conversation, counts once, by its median, so that repeats do not decide the
 * result on their own.
 */
function relative(subject: Subject, slower: number, times: readonly LatencyComparison[]): GateRule {
  const name = `latency.${subject} slower`
  const wanted = `at most ${Math.round(slower * 100)} %`
  const medians = times.flatMap(({ turn, a, b }) => {
    const [left, right] = [percentile(a, 0.5) ?? 0, percentile(b, 0.5)]
    const whole = subject === 'tool' ? turn === null : turn !== null
    return whole && left > 0 && right !== null ? [{ left, right }] : []
  })
  const ratio = percentile(
    medians.map(({ left, right }) => right / left - 1),
    0.5,
  )
  if (ratio === null) return { name, verdict: 'not judged', wanted, seen: 'no times on both sides' }
  const units = subject === 'tool' ? 'tools' : 'turns'
  const seen = `${ratio < 0 ? '' : '+'}${Math.round(ratio * 100)} % at the median of ${medians.length} ${units}`
  const { interval } = medianDifference(
    medians.map(({ left }) => left * (1 + slower)),
    medians.map(({ right }) => right),
  )
  if (interval === null) return { name, verdict: 'not judged', wanted, seen: `${seen}, too few to be sure` }
  return { name, verdict: interval[0] > 0 ? 'broken' : 'held', wanted, seen }
}
