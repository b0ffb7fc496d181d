import type { Plan } from '../suite/plan/plan.ts'
import type { Problem } from '../suite/yaml/problem.ts'
import type { Lanes } from '../wire/client/pace/pace.ts'
import { createCoverage } from './coverage/coverage.ts'
import { runPool } from './run/pool.ts'
import { countVerdicts, type RunListener, type RunResult } from './run-result.ts'
import { createBudgets, type MeasuredAttempt, measuredOf } from './verdict/budget-use.ts'
import type { ConversationResult } from './verdict/conversation-result.ts'
import { notReached } from './verdict/never-ran.ts'
import { leftOutMember, type Shard } from './verdict/part-of-run.ts'
import { type PerformContext, performConversation } from './verdict/perform-conversation.ts'

/** What a whole run works with, beyond what one conversation needs. */
export interface RunSettings extends PerformContext {
  /** The service as reports name it. */
  target: string
  /** Tableread's own version. */
  tableread: string
  /** How many conversations run at once, where that changes: as it is found out. */
  concurrency: number | Lanes
  /** Keep the transcripts of conversations that passed in the result; a long run needs much less memory without. */
  keepPassed: boolean
  /** Files that could not be read; they make the run broken and stop nothing else. */
  problems: readonly Problem[]
  /** What the plans are a part of, where they are one. */
  shard?: Shard
  /** How many conversations `only: true` on these leaves out. */
  leftOutByOnly?: number
  listen: RunListener
  /** Remembers what is over, and knows what an earlier run came to. */
  keeper?: RunKeeper
}

/**
 * Runs every plan, `concurrency` at once, and gives the whole result; events come as things happen.
 * An aborted signal ends the run early: what ran is reported, the rest is *not reached*.
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
      listen({ kind: 'conversation begun', plan })
      const attempts: MeasuredAttempt[] = []
      const result = await performConversation(plan, settings, {
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
  const result: RunResult = {
    schemaVersion: 1,
    tableread: settings.tableread,
    startedAt,
    ms: performance.now() - began,
    target: settings.target,
    versions: [...new Set(plans.map(({ version }) => version))],
    totals: countVerdicts(conversations),
    turns: conversations.reduce((sum, { turns }) => sum + turns.filter(({ turnMs }) => turnMs !== null).length, 0),
    problems,
    coverage: conceal?.rest(coverage.read()) ?? coverage.read(),
    conversations,
    ...(settings.shard === undefined ? {} : { shard: settings.shard }),
    ...leftOutMember(settings.leftOutByOnly ?? 0),
  }
  await listen({ kind: 'done', result, interrupted: signal?.aborted === true, budgets: budgets.read() })
  return result
}

/** One list for all that is left out: a long run would have a hundred thousand empty ones. */
const none: never[] = Object.freeze([]) as unknown as never[]

/** A conversation that passed, without its transcript and its outcomes; any other is kept whole. */
function slim(result: ConversationResult): ConversationResult {
  if (result.verdict !== 'passed') return result
  const [entries, outcomes] = [none, none]
  return { ...result, afterTurns: none, turns: result.turns.map((turn) => ({ ...turn, entries, outcomes })) }
}

/** One conversation that is over. */
export interface Concluded {
  result: ConversationResult
  /** Where it is repeated, what of each attempt was held against limits; else its result says so. */
  attempts: readonly MeasuredAttempt[]
}

/** Remembers what is over while a run goes on, and what an earlier one came to. */
export interface RunKeeper {
  /** What an earlier run came to: it is taken as it is. Null runs the plan. */
  recall(plan: Plan): Concluded | null
  /** Hears every conversation that ran to its end or was interrupted, once. */
  keep(plan: Plan, concluded: Concluded): void
}
