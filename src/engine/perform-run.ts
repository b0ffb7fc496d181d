import { orNone } from '../base/shared-empty.ts'
import { count } from '../base/text/wording.ts'
import { type Plan, runsAlone } from '../suite/plan/plan.ts'
import type { Problem } from '../suite/yaml/problem.ts'
import type { Lanes } from '../wire/client/pace/pace.ts'
import { createCoverage } from './coverage/coverage.ts'
import type { Outcome } from './expect/outcome/outcome.ts'
import type { PerformContext } from './perform/perform.ts'
import { performConversation } from './perform/perform-conversation.ts'
import { performedBefore } from './perform/with-journal.ts'
import { runPool } from './run/pool.ts'
import { concludeRun, type RunListener, type RunResult } from './run-result.ts'
import { createBudgets } from './verdict/budget/budget-use.ts'
import type { ConversationResult } from './verdict/conversation-result.ts'
import { notReached } from './verdict/never-ran.ts'
import type { Shard } from './verdict/part-of-run.ts'
import { maySettle, withSpokenNames } from './verdict/script-slips.ts'

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
  /** Why it runs in place of a comparison. */
  notCompared?: string
  /** Ends the run after so many conversations failed; what has begun by then goes on to its end. */
  bail?: number
  /** The least share of conversations that must pass, from 0 to 1; null if nobody asks for one. */
  leastPassing?: number | null
  /** Hears each result while it still has its transcript, redacted or not. */
  hear?: (result: ConversationResult) => void
  listen: RunListener
}

/** An aborted signal ends the run early, and so does `bail`: what ran is reported, the rest is *not reached*. */
export async function performRun(plans: readonly Plan[], settings: RunSettings): Promise<RunResult> {
  const { listen, signal, journal, conceal, bail } = settings
  const [startedAt, began] = [new Date().toISOString(), performance.now()]
  const results = new Map<Plan, ConversationResult>()
  const coverage = createCoverage(settings.functions)
  const budgets = createBudgets()
  const problems = [...settings.problems]
  const bailed = new AbortController()
  const open = new Map<Plan, ConversationResult>() // what others call may yet say what these are
  let failures = 0
  listen({ kind: 'begun', target: settings.target, plans })
  const conclude = (plan: Plan, result: ConversationResult): void => {
    const slimResult = settings.keepPassed ? result : slim(result, journal?.holds(result) === true)
    const clean = journal === undefined ? (conceal?.conversation(slimResult, plan) ?? slimResult) : slimResult
    problems.push(...coverage.add(result, plan))
    settings.hear?.(result)
    budgets.addStatistics(result)
    results.set(plan, clean)
    listen({ kind: 'conversation done', result: conceal === undefined && journal === undefined ? result : clean })
  }
  await runPool(
    plans,
    settings.concurrency,
    async (plan) => {
      let hasBegun = false
      const result = await performConversation(plan, settings, {
        onBegun() {
          hasBegun = true // not where an earlier run knows the result, which would end a resumed run at once
          listen({ kind: 'conversation begun', plan })
        },
        onTurn: (index) => listen({ kind: 'turn done', plan, index }),
        onAttempt: budgets.addAttempt,
      })
      if (maySettle(result)) open.set(plan, result)
      else conclude(plan, result)
      if (hasBegun && (result.verdict === 'failed' || result.verdict === 'flaky')) failures += 1
      if (failures === bail) bailed.abort()
    },
    { signal: signal === undefined ? bailed.signal : AbortSignal.any([signal, bailed.signal]), alone: runsAlone },
  )
  const spokenResults = withSpokenNames([...open.values()], [...results.values(), ...open.values()])
  for (const [index, plan] of [...open.keys()].entries()) {
    const result = spokenResults[index]
    if (result !== undefined) conclude(plan, result)
  }
  const why = bailed.signal.aborted ? `the run stopped after ${count(failures, 'failed conversation')}` : null
  for (const plan of plans) {
    if (results.has(plan)) continue
    const conclusion = journal?.begin(plan).earlier ?? null
    if (conclusion !== null) performedBefore(plan, conclusion).attempts.forEach(budgets.addAttempt)
    conclude(plan, conclusion?.result ?? notReached(plan, why))
  }
  const conversations = plans.flatMap((plan) => results.get(plan) ?? [])
  const { tableread, target, shard, leftOutByOnly = 0, leastPassing = null, notCompared } = settings
  const result = concludeRun(conversations, {
    ...{ tableread, target, startedAt, problems, leftOutByOnly, leastPassing },
    ms: performance.now() - began,
    coverage: conceal?.rest(coverage.read()) ?? coverage.read(),
    ...(shard === undefined ? {} : { shard }),
    ...(notCompared === undefined ? {} : { notCompared }),
  })
  await listen({ kind: 'done', result, interrupted: signal?.aborted === true, budgets: budgets.read() })
  return result
}

/** Drops what a report can do without, or holds elsewhere; keeps what judges said and what a person has to look at. */
function slim(result: ConversationResult, isHeld: boolean): ConversationResult {
  if (result.verdict !== 'passed' && !isHeld) return result
  const isKept = result.verdict === 'passed' ? isJudged : isTold
  const essential = (outcomes: Outcome[]): Outcome[] => orNone(outcomes.filter(isKept))
  const turns = result.turns.map(({ sent: _, ...turn }) => {
    return { ...turn, entries: orNone([]), outcomes: essential(turn.outcomes) }
  })
  const { history: _, ...own } = result
  const { outcomes, problems } = own
  return { ...own, ...{ afterTurns: orNone([]), turns, outcomes: orNone(outcomes), problems: orNone(problems) } }
}

function isJudged({ kind }: Outcome): boolean {
  return kind === 'judge'
}

const isTold = (outcome: Outcome): boolean =>
  isJudged(outcome) || outcome.verdict === 'failed' || outcome.verdict === 'not judged'
