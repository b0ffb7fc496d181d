import type { Plan } from '../suite/plan/plan.ts'
import type { Problem } from '../suite/yaml/problem.ts'
import type { Lanes } from '../wire/client/pace/pace.ts'
import { createCoverage } from './coverage/coverage.ts'
import type { Outcome } from './expect/outcome.ts'
import { runPool } from './run/pool.ts'
import { concludeRun, type RunListener, type RunResult } from './run-result.ts'
import { createBudgets, type MeasuredAttempt, measuredOf } from './verdict/budget-use.ts'
import type { ConversationResult } from './verdict/conversation-result.ts'
import { notReached } from './verdict/never-ran.ts'
import type { Shard } from './verdict/part-of-run.ts'
import { type PerformContext, performConversation } from './verdict/perform-conversation.ts'

/** The settings of a whole run, besides those of single conversations. */
export interface RunSettings extends PerformContext {
  /** The service's name in reports. */
  target: string
  /** Tableread's own version. */
  tableread: string
  /** How many conversations run at once; `Lanes` where that number adapts to the service's limits. */
  concurrency: number | Lanes
  /** Whether to keep the transcripts of conversations that passed; a long run needs much less memory without them. */
  keepPassed: boolean
  /** Files that could not be read; they make the run broken but stop nothing else. */
  problems: readonly Problem[]
  /** Set where the plans are one shard of a run. */
  shard?: Shard
  /** How many conversations are left out because others are marked `only: true`. */
  leftOutByOnly?: number
  listen: RunListener
  /** Records finished conversations, and knows the results of an earlier run. */
  keeper?: RunKeeper
}

/**
 * Runs every plan, `concurrency` at a time, and returns the whole result; events are emitted along the way. An
 * aborted signal ends the run early: what ran is reported, and the rest is *not reached*.
 */
export async function performRun(plans: readonly Plan[], settings: RunSettings): Promise<RunResult> {
  const { listen, signal, keeper, conceal } = settings
  const [startedAt, began] = [new Date().toISOString(), performance.now()]
  const results = new Map<Plan, ConversationResult>()
  const coverage = createCoverage(settings.functions)
  const budgets = createBudgets()
  const problems = [...settings.problems]
  listen({ kind: 'begun', target: settings.target, plans })
  const conclude = (plan: Plan, result: ConversationResult): void => {
    const kept = settings.keepPassed ? result : slim(result)
    const clean = keeper === undefined ? (conceal?.conversation(kept, plan) ?? kept) : kept
    problems.push(...coverage.add(result, plan))
    budgets.addStatistics(result)
    results.set(plan, clean)
    listen({ kind: 'conversation done', result: conceal === undefined && keeper === undefined ? result : clean })
  }
  for (const plan of plans) {
    const known = keeper?.recall(plan) ?? null
    if (known === null) continue
    for (const attempt of plan.repeat === null ? [known.result] : known.attempts) budgets.addAttempt(attempt)
    conclude(plan, known.result)
  }
  await runPool(
    plans.filter((plan) => !results.has(plan)),
    settings.concurrency,
    async (plan) => {
      const attempts: MeasuredAttempt[] = []
      const result = await performConversation(plan, settings, {
        onBegun: () => listen({ kind: 'conversation begun', plan }),
        onTurn: (index) => listen({ kind: 'turn done', plan, index }),
        onAttempt: (attempt) => {
          budgets.addAttempt(attempt)
          if (plan.repeat !== null && keeper !== undefined) attempts.push(measuredOf(attempt))
        },
      })
      const told = keeper === undefined ? result : (conceal?.conversation(result, plan) ?? result)
      keeper?.keep(plan, { result: told, attempts })
      conclude(plan, told)
    },
    signal,
  )
  for (const plan of plans) if (!results.has(plan)) conclude(plan, notReached(plan))
  const conversations = plans.flatMap((plan) => results.get(plan) ?? [])
  const { tableread, target, shard, leftOutByOnly = 0 } = settings
  const result = concludeRun(conversations, {
    ...{ tableread, target, startedAt, problems, leftOutByOnly },
    ms: performance.now() - began,
    coverage: conceal?.rest(coverage.read()) ?? coverage.read(),
    ...(shard === undefined ? {} : { shard }),
  })
  await listen({ kind: 'done', result, interrupted: signal?.aborted === true, budgets: budgets.read() })
  return result
}

/** One shared empty list: a long run would otherwise allocate a hundred thousand of them. */
const none: never[] = Object.freeze([]) as unknown as never[]

/** Drops the transcript and outcomes of a passed conversation, except what judges said; keeps any other whole. */
function slim(result: ConversationResult): ConversationResult {
  if (result.verdict !== 'passed') return result
  const judged = (outcomes: Outcome[]): Outcome[] => (outcomes.some(isJudged) ? outcomes.filter(isJudged) : none)
  const turns = result.turns.map((turn) => ({ ...turn, entries: none, outcomes: judged(turn.outcomes) }))
  return { ...result, afterTurns: none, turns }
}

function isJudged({ kind }: Outcome): boolean {
  return kind === 'judge'
}

/** A finished conversation. */
export interface Concluded {
  result: ConversationResult
  /** The measured times of each attempt of a repeated conversation; otherwise the result itself has them. */
  attempts: readonly MeasuredAttempt[]
}

/** Records finished conversations during a run, and knows the results of an earlier run. */
export interface RunKeeper {
  /** The result from an earlier run, used as it is; null means that the plan must run. */
  recall(plan: Plan): Concluded | null
  /** Called once for every conversation that ran to its end or was interrupted. */
  keep(plan: Plan, concluded: Concluded): void
}
