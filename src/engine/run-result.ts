import { knownMembers } from '../base/json/known-members.ts'
import type { Plan } from '../suite/plan/plan.ts'
import { sumUsage } from '../wire/api/usage.ts'
import { calledTools } from './coverage/coverage.ts'
import type { RunResult } from './run-shape.ts'
import type { BudgetUse } from './verdict/budget/budget-use.ts'
import { type ConversationResult, countSent } from './verdict/conversation-result.ts'
import { type LeftOutParts, leftOutMember, type Shard } from './verdict/part-of-run.ts'
import { judgePassRate } from './verdict/pass-rate.ts'
import { withSpokenNames } from './verdict/script-slips.ts'
import { summariseSeeds } from './verdict/seed-summary.ts'
import { type Verdict, verdicts } from './verdict/verdict.ts'
import { type CalledNames, warningsMember } from './verdict/warnings.ts'

export type { RunResult } from './run-shape.ts'

export interface RunFacts
  extends Pick<RunResult, 'tableread' | 'startedAt' | 'ms' | 'target' | 'problems' | 'coverage'>,
    LeftOutParts {
  shard?: Shard
  /** What its conversations called, and with the names of which arguments; else its coverage says what. */
  called?: CalledNames
  /** The least share of conversations that must pass, from 0 to 1; null if nobody asks for one. */
  leastPassing?: number | null
}

/** Builds the result of a run, however it was carried out. */
export function concludeRun(performed: readonly ConversationResult[], facts: RunFacts): RunResult {
  const conversations = withSpokenNames(performed)
  const { tableread, startedAt, ms, target, problems, coverage, shard, leastPassing = null, leftOutByOnly = 0 } = facts
  const { notCompared, missingShards } = facts
  const usage = sumUsage(conversations.flatMap((each) => each.usage ?? []))
  const judging = sumUsage(conversations.flatMap((each) => each.judging ?? []))
  const seeds = summariseSeeds(conversations)
  const totals = countVerdicts(conversations)
  return {
    schemaVersion: 1,
    tableread,
    startedAt,
    ms,
    target,
    versions: [...new Set(conversations.map(({ version }) => version))],
    totals,
    turns: conversations.reduce((sum, each) => sum + countSent(each), 0),
    problems,
    coverage,
    conversations,
    ...knownMembers({ shard, missingShards, notCompared }),
    ...(leastPassing === null ? {} : { passRate: judgePassRate(totals, leastPassing) }),
    ...leftOutMember(leftOutByOnly),
    ...warningsMember(conversations, calledTools(coverage), facts.called ?? new Map()),
    ...(usage.length === 0 ? {} : { usage }),
    ...(judging.length === 0 ? {} : { judging }),
    ...(seeds.length === 0 ? {} : { seeds }),
  }
}

export function countVerdicts(conversations: readonly ConversationResult[]): Record<Verdict, number> {
  const totals = Object.fromEntries(verdicts.map((verdict) => [verdict, 0])) as Record<Verdict, number>
  for (const { verdict } of conversations) totals[verdict] += 1
  return totals
}

/** Events of a run. Reporters consume them; the run knows no reporter. */
export type RunEvent =
  | { kind: 'begun'; target: string; plans: readonly Pick<Plan, 'id' | 'version'>[] }
  | { kind: 'conversation begun'; plan: Plan }
  | { kind: 'turn done'; plan: Plan; index: number }
  | { kind: 'conversation done'; result: ConversationResult }
  | { kind: 'done'; result: RunResult; interrupted: boolean; budgets?: readonly BudgetUse[] }

/** Events in their order. The run awaits the listener's last one, since a report may take long. */
export type RunListener = (event: RunEvent) => void | Promise<void>

/**
 * The exit code of a run: 130 interrupted (129 hangup, 143 terminated), 2 a script is broken or there was
 * nothing to run, 1 an expectation failed, 3 something could not be judged or was unsafe to run, 0 every
 * conversation asked for passed (at least one). Where the config asks for a pass rate, that decides about failures:
 * 1 it is too low, 3 it could not be judged; a shard alone has none, `merge` judges it over all, and where one is missing
 * gives 3 at least.
 */
export function exitCode(
  {
    totals,
    problems,
    passRate,
    shard,
    missingShards,
  }: Pick<RunResult, 'totals' | 'problems' | 'passRate' | 'shard' | 'missingShards'>,
  interrupted: 129 | 130 | 143 | null,
): 0 | 1 | 2 | 3 | 129 | 130 | 143 {
  if (interrupted !== null) return interrupted
  if (problems.length > 0 || totals.broken > 0) return 2
  const isWhole = shard === undefined && missingShards === undefined
  const rate = isWhole && totals.passed + totals.failed + totals.flaky > 0 ? passRate?.verdict : undefined
  if (rate !== undefined) return rateCodes[rate]
  if (totals.failed > 0 || totals.flaky > 0) return 1
  if (missingShards !== undefined || totals.errored + totals['not reached'] + totals.unsafe > 0) return 3
  return totals.passed + totals['expected fail'] > 0 ? 0 : 2
}

const rateCodes = { held: 0, broken: 1, 'not judged': 3 } as const
