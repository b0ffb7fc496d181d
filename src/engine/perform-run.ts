import { hasMembers, insistKind } from '../base/json/insist-kind.ts'
import { chunkSize, park } from '../base/parking.ts'
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

/** From so many on, a run keeps its results parked. */
const manyPlans = 5_000

/** An aborted signal ends the run early, and so does `bail`: what ran is reported, the rest is *not reached*. */
export async function performRun(plans: readonly Plan[], settings: RunSettings): Promise<RunResult> {
  insistKind(Array.isArray(plans), 'performRun takes a list of plans', plans)
  const isWhole = hasMembers(settings, 'client', 'listen', 'problems')
  insistKind(isWhole, 'performRun takes settings with a client, listen and problems, as RunSettings says', settings)
  const { listen, signal, journal, conceal, bail } = settings
  const [startedAt, began] = [new Date().toISOString(), performance.now()]
  const results: (ConversationResult | undefined)[] = plans.map(() => undefined)
  const unparked: number[] = [] // whose results are not parked yet
  const coverage = createCoverage(settings.functions)
  const budgets = createBudgets()
  const problems = [...settings.problems]
  const bailed = new AbortController()
  const open = new Map<number, ConversationResult>() // what others call may yet say what these are
  let failures = 0
  listen({ kind: 'begun', target: settings.target, plans })
  const conclude = (index: number, result: ConversationResult): void => {
    const plan = plans[index] as Plan
    const slimResult = settings.keepPassed ? result : slim(result, journal?.holds(result) === true)
    const clean = journal === undefined ? (conceal?.conversation(slimResult, plan) ?? slimResult) : slimResult
    problems.push(...coverage.add(result, plan))
    settings.hear?.(result)
    budgets.addStatistics(result)
    results[index] = clean
    if (plans.length > manyPlans && unparked.push(index) === chunkSize) {
      const chunk = park(
        unparked.flatMap((each) => results[each] ?? []),
        'id',
      )
      for (const [place, each] of unparked.splice(0).entries()) results[each] = chunk[place]
    }
    listen({ kind: 'conversation done', result: conceal === undefined && journal === undefined ? result : clean })
  }
  await runPool(
    [...plans.keys()],
    settings.concurrency,
    async (index) => {
      const plan = plans[index] as Plan
      let hasBegun = false
      const result = await performConversation(plan, settings, {
        onBegun() {
          hasBegun = true // not where an earlier run knows the result, which would end a resumed run at once
          listen({ kind: 'conversation begun', plan })
        },
        onTurn: (turn) => listen({ kind: 'turn done', plan, index: turn }),
        onAttempt: budgets.addAttempt,
      })
      if (maySettle(result)) open.set(index, result)
      else conclude(index, result)
      if (hasBegun && (result.verdict === 'failed' || result.verdict === 'flaky')) failures += 1
      if (failures === bail) bailed.abort()
    },
    {
      signal: signal === undefined ? bailed.signal : AbortSignal.any([signal, bailed.signal]),
      alone: (index) => runsAlone(plans[index] as Plan),
    },
  )
  const performed = (): ConversationResult[] => results.flatMap((result) => result ?? [])
  const spokenResults = withSpokenNames([...open.values()], [...performed(), ...open.values()])
  for (const [place, index] of [...open.keys()].entries()) {
    const result = spokenResults[place]
    if (result !== undefined) conclude(index, result)
  }
  const why = bailed.signal.aborted ? `the run stopped after ${count(failures, 'failed conversation')}` : null
  for (const [index, plan] of plans.entries()) {
    if (results[index] !== undefined) continue
    const conclusion = journal?.begin(plan).earlier ?? null
    if (conclusion !== null) performedBefore(plan, conclusion).attempts.forEach(budgets.addAttempt)
    conclude(index, conclusion?.result ?? notReached(plan, why))
  }
  const conversations = performed()
  const { tableread, target, shard, leftOutByOnly = 0, leastPassing = null, notCompared } = settings
  const result = concludeRun(conversations, {
    ...{ tableread, target, startedAt, problems, leftOutByOnly, leastPassing },
    ms: performance.now() - began,
    called: coverage.called(),
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
