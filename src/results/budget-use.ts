import { describeBudget } from '../expect/describe-budget.ts'
import type { Outcome } from '../expect/outcome.ts'
import { percentile } from '../expect/percentile.ts'
import type { ConversationResult } from './conversation-result.ts'
import type { Subject } from './times-of.ts'

/** What became of one limit on a time over a run, against one version. All times are milliseconds. */
export interface BudgetUse {
  version: string
  subject: Subject
  /** The tool, where the limit was held against the calls of one alone. */
  tool: string | null
  /** `each` is every single time; the others are limits on a statistic of a conversation. */
  statistic: 'each' | 'p50' | 'p95'
  /** The limit in words: `at most 3 s`. */
  limit: string
  /** How many times were held against it: of turns, replies or calls, or values of the statistic. */
  count: number
  p50: number | null
  p95: number | null
  max: number | null
  /** How many broke it, and how many could not be judged since the time is not known. */
  over: number
  unknown: number
}

/** What of an attempt was held against limits on single times. */
export interface MeasuredAttempt extends Pick<ConversationResult, 'version' | 'file'> {
  turns: { outcomes: Outcome[] }[]
}

/** An attempt without all that no limit is about. */
export function measuredOf({ version, file, turns }: ConversationResult): MeasuredAttempt {
  const held = turns.map(({ outcomes }) => ({ outcomes: outcomes.filter(({ kind }) => kind === 'latency') }))
  return { version, file, turns: held.filter(({ outcomes }) => outcomes.length > 0) }
}

/** Gathers what was measured against limits while a run goes on; it keeps times and no transcripts. */
export interface BudgetCount {
  /** Counts the limits on single times in one attempt. */
  addAttempt(attempt: MeasuredAttempt): void
  /** Counts the limits on p50 and p95, which are judged over all attempts. */
  addStatistics(result: ConversationResult): void
  read(): BudgetUse[]
}

/** One time that was held against a limit; `place` tells limits apart. */
interface Held extends Pick<BudgetUse, 'version' | 'subject' | 'tool' | 'statistic' | 'limit'> {
  place: string
  ms: number | null
  broken: boolean
}

/** Nothing measured yet. */
export function createBudgets(): BudgetCount {
  const held: Held[] = []
  const add = ({ version, file }: MeasuredAttempt, outcomes: readonly Outcome[]): void => {
    for (const outcome of outcomes) if (outcome.kind === 'latency') held.push(toHeld(version, file, outcome))
  }
  return {
    addAttempt(attempt) {
      for (const { outcomes } of attempt.turns) add(attempt, outcomes)
    },
    addStatistics(result) {
      add(result, result.outcomes)
    },
    read: () => summarize(held),
  }
}

function toHeld(version: string, file: string, outcome: Outcome & { kind: 'latency' }): Held {
  const { subject, tool, limit, over, ms, verdict } = outcome
  return {
    version,
    subject,
    tool,
    statistic: over?.statistic ?? 'each',
    limit: describeBudget(limit),
    place: `${file}:${limit.at.line}:${limit.at.column}`,
    ms,
    broken: verdict === 'failed',
  }
}

/** One limit on every tool is one budget, whatever tools were called; limits of one wording are one as well. */
function summarize(held: readonly Held[]): BudgetUse[] {
  const tools = new Map<string, Set<string | null>>()
  for (const { place, tool } of held) tools.set(place, (tools.get(place) ?? new Set()).add(tool))
  const groups = new Map<string, { row: Omit<Held, 'place' | 'ms' | 'broken'>; found: Held[] }>()
  for (const each of held) {
    const { version, subject, statistic, limit, place } = each
    const tool = (tools.get(place)?.size ?? 0) > 1 ? null : each.tool
    const row = { version, subject, tool, statistic, limit }
    const key = JSON.stringify(row)
    const group = groups.get(key) ?? { row, found: [] }
    group.found.push(each)
    groups.set(key, group)
  }
  return [...groups.values()].map(({ row, found }) => ({ ...row, ...measure(found) })).sort(inOrder)
}

function measure(found: readonly Held[]): Pick<BudgetUse, 'count' | 'p50' | 'p95' | 'max' | 'over' | 'unknown'> {
  const times = found.map(({ ms }) => ms).filter((ms) => ms !== null)
  return {
    count: found.length,
    p50: percentile(times, 0.5),
    p95: percentile(times, 0.95),
    max: percentile(times, 1),
    over: found.filter(({ broken }) => broken).length,
    unknown: found.length - times.length,
  }
}

function inOrder(a: BudgetUse, b: BudgetUse): number {
  const key = ({ version, subject, tool, statistic, limit }: BudgetUse): string =>
    [version, ['turn', 'reply', 'tool'].indexOf(subject), tool ?? '', statistic, limit].join('\n')
  return key(a) < key(b) ? -1 : 1
}
