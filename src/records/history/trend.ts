import { intervalWhenever } from '../../base/binomial.ts'
import type { GateResult } from '../../compare/gate/gate-shape.ts'
import { percentile } from '../../engine/expect/latency.ts'
import { type CauseKind, countCauses } from '../../engine/verdict/cause-kind.ts'
import type { HistoryRow, HistorySubject } from './run-record.ts'

/** The record of one conversation over the stored runs: JSON-safe, for reports. */
export interface Trend extends HistorySubject {
  /** `file:line version`, as its newest run named it. */
  id: string
  /** Oldest first. */
  points: TrendPoint[]
  /** Attempts passed, of those judged, with a 95 % interval that holds whenever they stopped; null without any. */
  pass: { passed: number; judged: number; interval: [from: number, to: number] | null }
  flakiness: Flakiness
  duration: DurationTrend
  lastFailure: { startedAt: string; reason: string | null; commit: string | null; sessionId: string | null } | null
  /** The current streak of failures; null after a pass. `atLeast`: may be older; `changed`: since the last pass. */
  failingSince: {
    startedAt: string
    commit: string | null
    runs: number
    atLeast: boolean
    changed: ('script' | 'agent')[]
  } | null
}

/** One run of the conversation. */
export interface TrendPoint extends Omit<HistoryRow, keyof HistorySubject | 'id' | 'ways' | 'agentPrint' | 'touched'> {
  startedAt: string
  commit: string | null
  /** Of the comparison that it was part of. */
  gate?: GateResult['verdict']
  /** The script differs from the one at the previous point. */
  scriptChanged: boolean
  /** The agent is known to differ from the one that was last seen. */
  agentChanged: boolean
}

/** A point as the history keeps it. */
export interface KeptPoint extends Omit<TrendPoint, 'scriptChanged' | 'agentChanged'> {
  /** The fingerprint of the agent; null where it could not be seen. @default null */
  agentPrint?: string | null
  /** The version of Tableread that took it: another one may see more of the same agent. @default '' */
  tableread?: string
}

/** *Chances*: neighbouring judged runs of one script and agent, or repeats; a *flip*: a chance that disagrees. */
interface Flakiness {
  flips: number
  chances: number
  /** Flips by chances, with a 95 % interval; null without a chance. */
  rate: number | null
  interval: [from: number, to: number] | null
  /** It flipped and flipped back, or attempts within a run disagreed; a single flip may be a real change. */
  flaky: boolean
  /** How many flips have each cause, that of the side that did not pass; those without one are left out. */
  causes: [kind: CauseKind, flips: number][]
}

/** Times of the judged runs, in milliseconds. */
interface DurationTrend {
  /** Mean of a whole conversation. */
  meanMs: number | null
  /** The median over the runs of the 95th percentile of a run's turn times. */
  p95TurnMs: number | null
  /** `null` with too few runs to say. */
  direction: 'slower' | 'faster' | 'steady' | null
  /** From the oldest to the newest of these runs, 0.3 for 30 % slower; null without a direction. */
  change: number | null
}

/** Builds the trend of one conversation from its points, oldest first. `whole`: there are no older points. */
export function buildTrend(
  subject: HistorySubject & { id: string },
  points: readonly KeptPoint[],
  whole: boolean,
): Trend {
  const markedPoints = markChanges(points)
  const passed = points.reduce((sum, point) => sum + point.passed, 0)
  const judged = points.reduce((sum, point) => sum + point.judged, 0)
  return {
    ...subject,
    points: markedPoints,
    pass: { passed, judged, interval: judged === 0 ? null : intervalWhenever(passed, judged) },
    flakiness: measureFlakiness(markedPoints),
    duration: measureDuration(markedPoints),
    lastFailure: lastFailure(markedPoints),
    failingSince: failingSince(markedPoints, whole),
  }
}

/** An agent that could not be seen may be the one before it or the one after it, so it marks no change. */
function markChanges(points: readonly KeptPoint[]): TrendPoint[] {
  let last: { print: string; tableread: string } | null = null
  return points.map(({ agentPrint = null, tableread = '', ...point }, index) => {
    const before = points[index - 1]
    const agentChanged = agentPrint !== null && last?.tableread === tableread && !isSameAgent(agentPrint, last.print)
    if (agentPrint !== null) last = { print: agentPrint, tableread }
    return { ...point, scriptChanged: before !== undefined && before.script !== point.script, agentChanged }
  })
}

/** Of a published version some fingerprints say the number alone, and others what is listed under it as well. */
const isSameAgent = (one: string, other: string): boolean =>
  one === other || one.startsWith(`${other} `) || other.startsWith(`${one} `)

const fails = (point: TrendPoint): boolean => sideOf(point) === 'failed' || point.verdict === 'flaky'

function lastFailure(points: readonly TrendPoint[]): Trend['lastFailure'] {
  const last = points.findLast(fails)
  if (last === undefined) return null
  const { startedAt, reason, commit, sessionId } = last
  return { startedAt, reason, commit, sessionId }
}

/** A run that could not be judged neither starts nor ends a failing streak. */
function failingSince(points: readonly TrendPoint[], whole: boolean): Trend['failingSince'] {
  const judged = points.filter((point) => sideOf(point) !== null || fails(point))
  const passedAt = judged.findLastIndex((point) => !fails(point))
  const failing = judged.slice(passedAt + 1)
  const [first] = failing
  if (first === undefined) return null
  const { startedAt, commit } = first
  const passed = judged[passedAt]
  const between = passed === undefined ? [] : points.slice(points.indexOf(passed) + 1, points.indexOf(first) + 1)
  const changed = [
    ...(between.some(({ scriptChanged }) => scriptChanged) ? (['script'] as const) : []),
    ...(between.some(({ agentChanged }) => agentChanged) ? (['agent'] as const) : []),
  ]
  return { startedAt, commit, runs: failing.length, atLeast: passedAt === -1 && !whole, changed }
}

/** With fewer runs than the first there is no direction; beyond the second it only gets slower. */
const [fewest, most] = [8, 60]

/** Deviations beyond which a direction is hardly chance (1 in 100), and the share below which none matters. */
const [sure, worthwhile] = [2.576, 0.1]

/** Whether it gets slower: Kendall's rank test against time, and Theil and Sen's slope. Oldest point first. */
function measureDuration(points: readonly TrendPoint[]): DurationTrend {
  const judged = points.filter((point) => sideOf(point) !== null || point.verdict === 'flaky')
  const times = judged.map(({ p95TurnMs }) => p95TurnMs).filter((ms) => ms !== null)
  const meanMs = judged.length === 0 ? null : judged.reduce((sum, { ms }) => sum + ms, 0) / judged.length
  return { meanMs, p95TurnMs: percentile(times, 0.5), ...directionOf(times.slice(-most)) }
}

function directionOf(times: readonly number[]): Pick<DurationTrend, 'direction' | 'change'> {
  const count = times.length
  if (count < fewest) return { direction: null, change: null }
  const slopes: number[] = []
  let score = 0
  for (const [later, time] of times.entries()) {
    for (const [earlier, before] of times.slice(0, later).entries()) {
      score += Math.sign(time - before)
      slopes.push((time - before) / (later - earlier))
    }
  }
  const deviation = Math.sqrt((count * (count - 1) * (2 * count + 5)) / 18)
  const slope = percentile(slopes, 0.5) ?? 0
  const middle = percentile(times, 0.5) ?? 0
  const start = middle - (slope * (count - 1)) / 2
  const change = (slope * (count - 1)) / Math.max(start, middle / 10, 1)
  const isSure = (Math.abs(score) - 1) / deviation > sure && Math.abs(change) >= worthwhile
  return { direction: !isSure ? 'steady' : change > 0 ? 'slower' : 'faster', change }
}

/** How often the verdict flipped while script and agent stayed (see `Flakiness`). Oldest point first. */
function measureFlakiness(points: readonly TrendPoint[]): Flakiness {
  const mixed = points.filter(({ passed, judged }) => passed > 0 && passed < judged)
  const repeated = points.filter(({ judged }) => judged > 1).length
  const turns = countTurns(points)
  const flips = mixed.length + turns.flips.length
  const chances = repeated + turns.chances
  return {
    flips,
    chances,
    rate: chances === 0 ? null : flips / chances,
    interval: chances === 0 ? null : intervalWhenever(flips, chances),
    flaky: mixed.length > 0 || turns.thereAndBack,
    causes: countCauses([...mixed, ...turns.flips].map(({ cause }) => cause)),
  }
}

/** Passed, or failed whether or not it was expected to; null for a run that says neither. */
function sideOf({ verdict }: Pick<TrendPoint, 'verdict'>): 'passed' | 'failed' | null {
  if (verdict === 'passed') return 'passed'
  return verdict === 'failed' || verdict === 'expected fail' ? 'failed' : null
}

/** Counts neighbouring judged runs of one script and agent that disagree, skipping over runs that could not be judged. */
function countTurns(points: readonly TrendPoint[]): {
  /** For each flip, the point that failed. */
  flips: TrendPoint[]
  chances: number
  thereAndBack: boolean
} {
  const tally: ReturnType<typeof countTurns> = { flips: [], chances: 0, thereAndBack: false }
  let before: { side: string; script: string | null; flips: number; point: TrendPoint } | null = null
  let agentChanged = false
  for (const point of points) {
    const side = sideOf(point)
    agentChanged ||= point.agentChanged
    if (side === null) continue
    if (before === null || agentChanged || before.script !== point.script) {
      before = { side, script: point.script, flips: 0, point }
      agentChanged = false
      continue
    }
    tally.chances += 1
    if (side !== before.side) {
      tally.flips.push(side === 'failed' ? point : before.point)
      before.flips += 1
    }
    tally.thereAndBack ||= before.flips > 1
    before.side = side
    before.point = point
  }
  return tally
}
