import type { PerformContext } from '../engine/perform/perform.ts'
import { performConversation } from '../engine/perform/perform-conversation.ts'
import { runPool } from '../engine/run/pool.ts'
import type { ConversationResult } from '../engine/verdict/conversation-result.ts'
import type { MissingShards, Shard, SkippedConversation } from '../engine/verdict/part-of-run.ts'
import { maySettle } from '../engine/verdict/script-slips.ts'
import { type Plan, planOfAttempt, runsAlone } from '../suite/plan/plan.ts'
import type { Problem } from '../suite/yaml/problem.ts'
import type { Lanes } from '../wire/client/pace/pace.ts'
import type { AgentDifference } from './blueprint/compare-blueprints.ts'
import type { ChangedSelection, ComparisonEvent } from './comparison.ts'
import type { GatePolicy } from './gate/gate-policy.ts'
import { afterLook } from './model/after-look.ts'
import type { EarlierRuns, Side, SideKey } from './model/conversation-comparison.ts'
import { beginningAt, firstInPair } from './model/order-of-sides.ts'
import {
  type Alone,
  type ConversationRuns,
  judgedPairs,
  type Pairing,
  turnsSent,
  withCallsOfAll,
  withCrashes,
} from './pairing.ts'
import type { ReviewEntry } from './review/settle-reviews.ts'
import { selectByLook } from './select-by-look.ts'
import { findOpen } from './statistics/find-open.ts'
import { type BreakLevel, countPairs, mayBeBreak, pairsForHardBreak } from './statistics/paired-test.ts'
import { countPlaces, recordFurthest, takeUp } from './take-up.ts'

interface RoundSettings extends PairContext {
  /** The level at which differences are called. */
  alpha: number
  concurrency: number | Lanes
  /** Repeat what looks like a break or a gain until it is confirmed or disproved. */
  confirm: boolean
  /**
   * Continue with the conversations whose verdict is open, up to this many pairs each and this many turns in
   * all; null: do not.
   */
  untilSure: { pairs: number; turns: number } | null
  /** Begin with one pair of each, and make the pairs only of those that this look selects. @default false */
  quick?: boolean
  /** Which share of its pairs must judge a turn on both sides. */
  policy: Pick<GatePolicy, 'judgedPairs' | 'changed'>
  /** Set where these conversations are one shard: a break is confirmed at the level of the whole. */
  shard?: Shard
  listen: (event: ComparisonEvent) => void
  signal?: AbortSignal
}

/** The runs of all conversations, and how often verdicts may be checked, fixed before the first check. */
interface RoundsDone {
  all: ConversationRuns[]
  looks: number
  /** For how many conversations, and turns at which one may be taken up, findings are corrected. */
  tests: number
}

/** First pairs for all, more where needed; with `deep`, takes up what hides turns while something leads there. */
export async function runRounds(pairings: readonly Pairing[], settings: RoundSettings): Promise<RoundsDone> {
  const { alpha, confirm, untilSure, quick = false, deep = false, shard } = settings
  const all = pairings.map(
    (pairing, place): ConversationRuns => ({
      pairing: quick ? { ...pairing, pairs: 1 } : pairing,
      ...{ begins: beginningAt(place), a: [], b: [], again: [] },
    }),
  )
  const stages = untilSure === null ? [] : stagesTo(untilSure.pairs, Math.max(1, ...pairings.map(({ pairs }) => pairs)))
  const looks = 1 + stages.length
  const tests = (shard?.total ?? all.length) + (deep ? countPlaces(pairings) : 0)
  const enough = pairsForHardBreak(alpha, tests, looks)
  const breaks = { enough, level: quick ? alpha / tests : null }
  await round('first', all.map(asPlanned), settings)
  if (quick) await round('quick', selectByLook(all, pairings, settings.policy.changed !== null), settings)
  if (confirm) await confirmBreaks(all, breaks, settings)
  for (let open = deep ? [...all] : []; open.length > 0; ) {
    open = open.flatMap((runs) => takeUp(runs, settings.policy.judgedPairs) ?? [])
    all.push(...open)
    await round('deep', open.map(asPlanned), settings)
    if (confirm) await confirmBreaks(open, breaks, settings)
  }
  for (const stage of stages) {
    const paired = all.map(({ pairing, a, b }) => ({ id: pairing.id, pairs: judgedPairs(a, b) }))
    const isOpen = findOpen(paired, { alpha, looks, atMost: stages.at(-1) ?? 0 })
    const open = all.filter((runs, index) => isOpen[index] === true && runs.a.length < stage && !isMostlyLost(runs))
    const rounds = open.map((runs) => ({ runs, pairs: stage - runs.a.length }))
    await round('until sure', affordable(rounds, all, untilSure?.turns ?? 0), settings)
  }
  return { all, looks, tests }
}

/** The factor by which each round increases a conversation's pairs; verdicts may be checked any number of times. */
const growth = 1.15

function stagesTo(most: number, first: number): number[] {
  const stages: number[] = []
  for (let pairs = first; pairs < most; ) {
    pairs = Math.min(most, Math.max(pairs + 1, Math.ceil(pairs * growth)))
    stages.push(pairs)
  }
  return stages
}

/** After this many pairs of which two thirds could not be judged, further pairs are not worth their turns. */
const enoughLost = 6

function isMostlyLost({ a, b }: ConversationRuns): boolean {
  return a.length >= enoughLost && 3 * judgedPairs(a, b).length < a.length
}

/** A pair more for what looks like a break until settled. Lost pairs do not count, but twice as many is the most. */
async function confirmBreaks(
  all: readonly ConversationRuns[],
  breaks: BreakLevel,
  settings: RoundSettings,
): Promise<void> {
  const doubtful = (runs: ConversationRuns): boolean => {
    const { a, b } = afterLook(runs, runs.look)
    const pairs = judgedPairs(a, b)
    return a.length < runs.pairing.pairs + 2 * breaks.enough && mayBeBreak(countPairs(pairs), breaks)
  }
  for (let rest = all.filter(doubtful); rest.length > 0; rest = rest.filter(doubtful)) {
    if (settings.signal?.aborted === true || settings.sides.a.allowance?.isSpent() === true) return
    const tasks = rest.map((runs) => ({ runs, pairs: 1 }))
    await round('confirm', tasks, settings)
  }
}

const asPlanned = (runs: ConversationRuns): WantedPairs => ({ runs, pairs: runs.pairing.pairs })

async function round(
  why: Extract<ComparisonEvent, { kind: 'round' }>['why'],
  tasks: readonly WantedPairs[],
  settings: RoundSettings,
): Promise<void> {
  const { calibrate, concurrency, listen, signal, sides } = settings
  const isAsked = why === 'first' || why === 'quick' || why === 'deep'
  const isSpent = !isAsked && sides.a.allowance?.isSpent() === true
  if (tasks.length === 0 || signal?.aborted === true || isSpent) return
  const runs = tasks.reduce((sum, { pairs }) => sum + pairs, 0) * (calibrate ? 3 : 2)
  listen({ kind: 'round', why, conversations: tasks.length, runs })
  await runPool(
    tasks,
    concurrency,
    async (task) => {
      for (let pair = 0; pair < task.pairs && signal?.aborted !== true; pair += 1) await runPair(task.runs, settings)
    },
    { signal, alone: ({ runs }) => runsAlone(runs.pairing.plans.a) || runsAlone(runs.pairing.plans.b) },
  )
}

interface WantedPairs {
  runs: ConversationRuns
  pairs: number
}

/** The wanted pairs that the remaining `turns` can pay for, at the average cost of the conversation's pairs so far. */
function affordable(wishes: readonly WantedPairs[], all: readonly ConversationRuns[], turns: number): WantedPairs[] {
  let remainingTurns = turns - all.reduce((sum, runs) => sum + turnsSent(runs), 0)
  return wishes.flatMap(({ runs, pairs }) => {
    const cost = turnsSent(runs) / Math.max(1, runs.a.length)
    const paid = Math.min(pairs, Math.floor(remainingTurns / Math.max(1, cost)))
    if (paid < 1) return []
    remainingTurns -= paid * cost
    return [{ runs, pairs: paid }]
  })
}

/** What a pair needs: each side's context, and whether side a also runs twice, for comparison with itself. */
export interface PairContext {
  sides: Record<SideKey, PerformContext>
  calibrate: boolean
  /** Keep what is needed to go on from the run that got furthest. @default false */
  deep?: boolean
  heard: (side: SideKey, result: ConversationResult, pairing: Pairing) => void
}

type Slot = 'a' | 'b' | 'again'

function orderOf({ begins, a }: ConversationRuns, calibrate: boolean): Slot[] {
  const slots: Slot[] = firstInPair(begins ?? 'a', a.length) === 'a' ? ['a', 'b'] : ['b', 'a']
  return calibrate ? slots.toSpliced(2 - (a.length % 3), 0, 'again') : slots
}

/** Runs a pair, its sides right after each other in turns, with the same generated values; a's second in any place. */
export async function runPair(runs: ConversationRuns, { sides, calibrate, deep, heard }: PairContext): Promise<void> {
  const pair = runs.a.length
  const open: Slot[] = []
  for (const slot of orderOf(runs, calibrate)) {
    const side = slot === 'b' ? 'b' : 'a'
    const plan = planOfAttempt(runs.pairing.plans[side], pair, runs.pairing.fixed)
    const raw = await performConversation(plan, contextFor(runs, sides[side]))
    if (deep === true) recordFurthest(runs, side, raw, pair)
    const result = sides[side].conceal?.conversation(raw, plan) ?? raw
    runs[slot].push(result)
    if (maySettle(result)) open.push(slot)
    else heard(side, result, runs.pairing)
  }
  Object.assign(runs, withCrashes(runs))
  if (open.length === 0) return
  for (const { a, b, again } of withCallsOfAll([runs])) Object.assign(runs, { a, b, again })
  for (const slot of open)
    for (const result of runs[slot].slice(-1)) heard(slot === 'b' ? 'b' : 'a', result, runs.pairing)
}

/** What takes up another conversation is in no journal: a later run has not the session that it goes on from. */
function contextFor({ pairing }: ConversationRuns, context: PerformContext): PerformContext {
  if (pairing.continues === undefined) return context
  const { journal: _, ...others } = context
  return others
}

/** The settings of a whole comparison. */
export interface ComparisonSettings extends Omit<RoundSettings, 'heard' | 'calibrate' | 'sides'> {
  sides: Record<SideKey, Side>
  contexts: RoundSettings['sides']
  /**
   * `floor`: also run side a against itself, and call no difference within that noise. `only`: both sides are the same
   * on purpose.
   */
  calibrate: 'no' | 'floor' | 'only'
  policy: GatePolicy
  /**
   * The policy's smallest drop, where it was given for this run, so that it also holds when all shards are
   * merged.
   */
  smallestDrop?: number
  /** Earlier runs of side a that ran the same script with the same agent, by the conversation's id. */
  earlier?: ReadonlyMap<string, EarlierRuns>
  /** What differs in the agents themselves. */
  agents: AgentDifference[]
  /** Files that could not be read as suites. */
  problems: readonly Problem[]
  /** How many conversations are left out because others are marked `only: true`. */
  leftOutByOnly?: number
  /** The shards that a merge lacks. */
  missingShards?: MissingShards
  /** The conversations that their scripts skip. */
  skipped?: readonly SkippedConversation[]
  /** Those that side b alone can play. @default [] */
  alone?: readonly Alone[]
  /** With `--changed`: what differs, and what is not run for it. */
  changed?: ChangedSelection
  /** Names the commit since which a conversation is new or changed; null where it is neither, or nobody knows. */
  changedSince?: (plan: Plan) => string | null
  /** Warnings of conversations that the same commit has, and no suite any more. @default [] */
  goneConversations?: readonly Problem[]
  /** What was decided about differences. @default [] */
  reviews?: readonly ReviewEntry[]
  /** Tableread's own version. */
  tableread: string
}
