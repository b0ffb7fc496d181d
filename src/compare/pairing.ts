import { hasMembers, insistKind } from '../base/json/insist-kind.ts'
import { withCause } from '../engine/verdict/cause.ts'
import { type ConversationResult, countSent, sharedId } from '../engine/verdict/conversation-result.ts'
import { findCrash } from '../engine/verdict/find-crash.ts'
import type { SkippedConversation } from '../engine/verdict/part-of-run.ts'
import { withSpokenNames } from '../engine/verdict/script-slips.ts'
import { isStillExpected, type Plan, withoutMark } from '../suite/plan/plan.ts'
import { judgedRuns } from './model/after-look.ts'
import type { Continues, Hidden, SideKey } from './model/conversation-comparison.ts'

/** A conversation as both sides run it. */
export interface Pairing {
  /** `file:line`, or `file:line#row`; unique in a comparison. */
  id: string
  plans: Record<SideKey, Plan>
  /** Why a failure is expected here, according to the script or a quarantine file; null where it is not. */
  excused: string | null
  /** How many pairs of runs are made at first. */
  pairs: number
  /** Generated values that are the same in every pair. */
  fixed?: ReadonlySet<unknown>
  /** Where it takes up another conversation of the comparison, from the history of a side. */
  continues?: Continues
  /** The whole of what it takes up. */
  whole?: Pairing
}

/** A conversation that has one side, as its agent is new or has no draft, and what is said of it, private values redacted. */
export interface Alone {
  pairing: Pairing
  known: SkippedConversation
}

/**
 * Pairs the plans of one conversation. Each run is one attempt, judged as it is: the script's repeats become the number
 * of pairs, and an *expected fail* mark becomes an excuse until the date it names.
 */
export function pairPlans(a: Plan, b: Plan, pairs: number | null, today: Date = new Date()): Pairing {
  for (const plan of [a, b]) insistKind(hasMembers(plan, 'conversation'), 'pairPlans takes a plan for each side', plan)
  const mark = a.conversation.expectedFail
  return {
    id: sharedId(a),
    plans: { a: once(a), b: once(b) },
    excused: mark !== undefined && isStillExpected(mark, today) ? mark.reason : null,
    pairs: pairs ?? a.repeat?.times ?? 3,
  }
}

function once(plan: Plan): Plan {
  return { ...withoutMark(plan), repeat: null }
}

/** The runs of one conversation so far: those at the same index of `a` and `b` are a pair. */
export interface ConversationRuns {
  pairing: Pairing
  /**
   * The side that runs first in the first pair, after which the sides take turns; null where they do not, for
   * example because queue workers carried the runs out.
   */
  begins: SideKey | null
  /** How many pairs at the front only chose this conversation for more, so that its verdict does not rest on them. */
  look?: number
  a: ConversationResult[]
  b: ConversationResult[]
  /**
   * Extra runs of side a, each paired with a run of `a`, to measure how much a differs from itself; empty unless
   * calibrating.
   */
  again: ConversationResult[]
  /** With `--deep`: the run of each side that got furthest, as it came, and the pair that it is of, from 0. */
  furthest?: Partial<Record<SideKey, { result: ConversationResult; pair: number }>>
  /** With `--deep`: from which turn on (from 0) it was not judged, and why nothing takes it up there. */
  hidden?: Hidden
}

/** Whether each run of a pair passed; pairs with a run that could not be judged are left out. */
export function judgedPairs(
  a: readonly Pick<ConversationResult, 'verdict'>[],
  b: readonly Pick<ConversationResult, 'verdict'>[],
): [a: boolean, b: boolean][] {
  return judgedRuns({ a, b }).map((pair) => [pair.a.verdict === 'passed', pair.b.verdict === 'passed'])
}

/** The runs with what each calls known to all the others (see `withSpokenNames`). */
export function withCallsOfAll(runs: readonly ConversationRuns[]): ConversationRuns[] {
  const all = runs.flatMap(({ a, b, again }) => [...a, ...b, ...again])
  const settle = (own: readonly ConversationResult[]): ConversationResult[] => withSpokenNames(own, all)
  return runs.map((each) => ({ ...each, a: settle(each.a), b: settle(each.b), again: settle(each.again) }))
}

/** The turns that were sent in these runs. */
export function turnsSent({ a, b, again }: ConversationRuns): number {
  return [...a, ...b, ...again].reduce((sum, run) => sum + countSent(run), 0)
}

/**
 * The runs, where one that crashed beside one that passed has failed: whoever talks to that side gets no answer where the
 * other side gives one. It holds for both sides alike, or equal ones would not come out alike. Beside a run that did not
 * pass either, a crash says nothing, and stays what could not be judged.
 */
export function withCrashes(runs: ConversationRuns): ConversationRuns {
  const [a, b] = [countCrashes(runs.a, runs.b), countCrashes(runs.b, runs.a)]
  return a === runs.a && b === runs.b ? runs : { ...runs, a, b }
}

function countCrashes(own: ConversationResult[], others: readonly ConversationResult[]): ConversationResult[] {
  const isCrashed = (run: ConversationResult, index: number): boolean =>
    run.verdict === 'errored' &&
    run.cause?.kind === 'agent' &&
    others[index]?.verdict === 'passed' &&
    findCrash(run) !== null
  if (!own.some(isCrashed)) return own
  return own.map((run, index) => (isCrashed(run, index) ? withCause({ ...run, verdict: 'failed' }) : run))
}
