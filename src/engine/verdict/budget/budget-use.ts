import { describeBudget, percentile } from '../../expect/latency.ts'
import type { Outcome } from '../../expect/outcome/outcome.ts'
import type { ConversationResult } from '../conversation-result.ts'
import type { TimedPart } from '../judge-statistics.ts'

/** How one time limit fared over a run, for one version. All times are in milliseconds. */
export interface BudgetUse {
  version: string
  subject: TimedPart
  /** The tool, if the limit applied to the calls of a single one. */
  tool: string | null
  /** `each` is a limit on every single time; the others are limits on a statistic of a conversation. */
  statistic: 'each' | 'p50' | 'p95'
  /** The limit in words: `at most 3 s`. */
  limit: string
  /** How many times were checked against it: of turns, replies or calls, or values of the statistic. */
  count: number
  p50: number | null
  p95: number | null
  max: number | null
  /** How many exceeded it, and how many could not be judged because the time is unknown. */
  over: number
  unknown: number
}

/** The part of an attempt that is checked against limits on single times. */
export interface MeasuredAttempt extends Pick<ConversationResult, 'version' | 'file'> {
  turns: { outcomes: Outcome[] }[]
}

export function measuredOf({ version, file, turns }: MeasuredAttempt): MeasuredAttempt {
  const latencyTurns = turns.map(({ outcomes }) => ({ outcomes: outcomes.filter(({ kind }) => kind === 'latency') }))
  return { version, file, turns: latencyTurns.filter(({ outcomes }) => outcomes.length > 0) }
}

/** Collects measurements against limits during a run; it keeps times but no transcripts. */
export interface BudgetCount {
  addAttempt(attempt: MeasuredAttempt): void
  /** Counts the limits on p50 and p95, which are judged over all attempts. */
  addStatistics(result: ConversationResult): void
  read(): BudgetUse[]
}

interface Held {
  row: Pick<BudgetUse, 'version' | 'subject' | 'tool' | 'statistic' | 'limit'>
  /** The place of the limit, which distinguishes limits with the same words. */
  place: string
  times: number[]
  over: number
  unknown: number
}

export function createBudgets(): BudgetCount {
  const entryByKey = new Map<string, Held>()
  const add = (version: string, file: string, outcomes: readonly Outcome[]): void => {
    for (const outcome of outcomes) if (outcome.kind === 'latency') count(heldBy(version, file, outcome), outcome)
  }
  const heldBy = (version: string, file: string, { subject, tool, limit, over }: Measured): Held => {
    // Only a limit on tools can cover several tools, so only there does it matter which limit it is.
    const place = subject === 'tool' ? `${file}:${limit.at.line}:${limit.at.column}` : ''
    const statistic = over?.statistic ?? 'each'
    const key = `${place} ${version} ${subject} ${statistic} ${limit.written} ${tool}`
    const entry = entryByKey.get(key)
    if (entry !== undefined) return entry
    const row: Held['row'] = { version, subject, tool, statistic, limit: describeBudget(limit) }
    const begun: Held = { row, place, times: [], over: 0, unknown: 0 }
    entryByKey.set(key, begun)
    return begun
  }
  return {
    addAttempt({ version, file, turns }) {
      for (const { outcomes } of turns) add(version, file, outcomes)
    },
    addStatistics({ version, file, outcomes }) {
      add(version, file, outcomes)
    },
    read: () => summarize([...entryByKey.values()]),
  }
}

type Measured = Outcome & { kind: 'latency' }

function count(entry: Held, { ms, verdict }: Measured): void {
  if (ms === null) entry.unknown += 1
  else entry.times.push(ms)
  if (verdict === 'failed') entry.over += 1
}

/** A limit on every tool is one budget, whichever were called; so are limits with the same wording. */
function summarize(entries: readonly Held[]): BudgetUse[] {
  const tools = new Map<string, Set<string | null>>()
  for (const { place, row } of entries) tools.set(place, (tools.get(place) ?? new Set()).add(row.tool))
  const groups = new Map<string, { row: Held['row']; uses: Held[] }>()
  for (const each of entries) {
    const row = { ...each.row, tool: (tools.get(each.place)?.size ?? 0) > 1 ? null : each.row.tool }
    const key = JSON.stringify(row)
    const group = groups.get(key) ?? { row, uses: [] }
    group.uses.push(each)
    groups.set(key, group)
  }
  return [...groups.values()].map(({ row, uses }) => ({ ...row, ...measure(uses) })).sort(inOrder)
}

function measure(budgets: readonly Held[]): Pick<BudgetUse, 'count' | 'p50' | 'p95' | 'max' | 'over' | 'unknown'> {
  const times = budgets.flatMap(({ times }) => times)
  const sum = (of: (held: Held) => number): number => budgets.reduce((total, entry) => total + of(entry), 0)
  const unknown = sum((entry) => entry.unknown)
  return {
    count: times.length + unknown,
    p50: percentile(times, 0.5),
    p95: percentile(times, 0.95),
    max: percentile(times, 1),
    over: sum(({ over }) => over),
    unknown,
  }
}

function inOrder(a: BudgetUse, b: BudgetUse): number {
  const key = ({ version, subject, tool, statistic, limit }: BudgetUse): string =>
    [version, ['turn', 'reply', 'tool'].indexOf(subject), tool ?? '', statistic, limit].join('\n')
  return key(a) < key(b) ? -1 : 1
}
