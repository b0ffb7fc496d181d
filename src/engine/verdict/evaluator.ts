import type { JsonValue } from '../../base/json/json.ts'
import type { SessionExpectation } from '../../suite/language/expectations/session-expectation.ts'
import type { GoalState } from '../../suite/language/script/simulated-user.ts'
import type { Plan } from '../../suite/plan/plan.ts'
import type { Session } from '../../wire/api/session.ts'
import type { TranscriptEntry } from '../../wire/api/transcript-entry.ts'
import { noMessage } from '../../wire/client/exchange.ts'
import type { Failure } from '../../wire/client/failure.ts'
import { type DoneTools, evaluateClaims } from '../expect/claims.ts'
import { evaluateError, evaluateTurn } from '../expect/evaluate-turn.ts'
import { evaluateSafely, type Outcome, type TurnFacts } from '../expect/outcome/outcome.ts'
import { resolveNow, setAside } from '../expect/prepare-expectation.ts'
import { evaluateSession, type SessionFacts } from '../expect/session.ts'
import {
  type ConversationRun,
  historyEntries,
  type StoredSession,
  shownEntries,
  type TurnRun,
} from '../run/conversation-run.ts'
import type { RunGate } from '../run/run-context.ts'
import type { GoalSeen } from '../run/user-voice.ts'
import { alignStored } from '../transcript/align-stored.ts'
import type { Ground } from '../transcript/ground.ts'
import { identify } from '../transcript/identify.ts'
import { createLawMemory, type LawMemory } from '../transcript/law.ts'
import { type TurnView, viewTurn } from '../transcript/turn-view.ts'
import { turnTime } from './conversation-result.ts'
import { asideName, doubtMissing, holdsUnread, judgeAside, judgeLaws, judgeSession } from './laws/judge-laws.ts'

export const theLaws = 'the transcript laws'

/** Judges the turns of one conversation as they arrive, and remembers the outcomes by turn index. */
export interface Evaluator extends RunGate {
  outcomesOf(index: number): Outcome[]
  /** The outcomes of the turns before the first and after the last one. */
  asides(): Outcome[]
  /** The indexes of recovered turns whose verdict depends on calls that an answer may or may not show. */
  unsure(): ReadonlySet<number>
}

export interface EvaluatorOptions {
  onTurn?: ((index: number) => void) | undefined
  onTaken?: ((turn: TurnRun, outcomes: readonly Outcome[]) => void) | undefined
  /** What replies may rest on, where they have to be grounded. */
  ground?: Ground | undefined
}

export function createEvaluator(plan: Plan, { onTurn, onTaken, ground }: EvaluatorOptions = {}): Evaluator {
  const outcomes = new Map<number, Outcome[]>()
  const asides: Outcome[] = []
  const unsure = new Set<number>()
  const memory = createLawMemory(ground)
  const done: DoneTools = new Set()
  return {
    admits(turn, previous, index) {
      if (turn.requires === undefined || previous === undefined) return true
      const { requires } = turn
      const readings = readingsOf(previous).map((each) =>
        evaluateTurn(requires, turnFacts(each, memory)).filter(isMissed),
      )
      const isSure = readings.every((missed) => missed.length > 0)
      const [missed = []] = readings.filter(({ length }) => length > 0)
      if (missed.length > 0) outcomes.set(index, isSure ? missed : missed.map(asUnsure))
      return missed.length === 0
    },
    continues(run) {
      hear(run, `turn ${run.index + 1}`, memory)
      const readings = judgeReadings(plan, run, memory, done)
      if (readings.isUnsure) unsure.add(run.index)
      outcomes.set(run.index, readings.outcomes)
      onTurn?.(run.index)
      onTaken?.(run, readings.outcomes)
      if (run.kind === 'unanswered' && readings.outcomes.length === 0) return false
      return !plan.stopAfterFailure || readings.outcomes.every(({ verdict }) => verdict !== 'failed')
    },
    overhears(run) {
      hear(run, asideName(run), memory)
      if (run.index < 0) onTaken?.(run, [])
      if (run.kind !== 'answered') return
      if (plan.claims !== undefined) evaluateClaims([], run.view, done)
      asides.push(...evaluateSafely(theLaws, run.turn.at, () => judgeAside(plan, run, memory)))
    },
    expects({ expect }, failure) {
      const refusal = refusalOf(failure)
      if (expect?.error === undefined || refusal === null) return false
      return evaluateError(expect.error, { refusal }).every(({ verdict }) => verdict === 'passed')
    },
    settled(stored, run) {
      const { session } = stored
      const { at } = plan.conversation
      const { expected } = run
      const outcomes =
        expected === null
          ? []
          : evaluateSafely('session', at, () => judgeStored(expected, withoutHistory(stored, run), run.toolState))
      const isAsExpected = outcomes.every(({ kind, verdict }) => verdict === 'passed' || kind === 'value')
      if (!isAsExpected || !mayBeLate(run, session)) return isAsExpected
      return judgeSession(plan, { ...run, session: stored }).length === 0
    },
    sees: judgeGoal,
    givesUp(expected, last) {
      return (
        last.kind === 'answered' &&
        readingsOf(last).every((each) =>
          evaluateTurn(expected, turnFacts(each, memory)).every(({ verdict }) => verdict === 'passed'),
        )
      )
    },
    outcomesOf: (index) => outcomes.get(index) ?? [],
    asides: () => asides,
    unsure: () => unsure,
  }
}

function hear(run: TurnRun, name: string, { ground }: LawMemory): void {
  const { turn } = run
  if (run.kind === 'unanswered') return
  if (run.kind === 'stepped') {
    if (turn.step !== undefined) ground.hear({ name, entries: [], sent: turn.step.body.value })
    return
  }
  const { metadata, context, attachments } = turn
  const sent = {
    ...(metadata === undefined ? {} : { metadata }),
    ...(context === undefined ? {} : { context: context.value }),
    ...(attachments === undefined ? {} : { attachments }),
  }
  const more = Object.keys(sent).length === 0 ? {} : { sent }
  ground.hear({ name, entries: run.view.entries, ...more })
}

/** The possible readings of a turn: as found and, if there are calls that an answer need not show, without them. */
function readingsOf(run: TurnRun): [TurnRun, ...TurnRun[]] {
  return run.kind !== 'answered' || run.sure === undefined ? [run] : [run, { ...run, view: run.sure }]
}

/** In both readings if unclear what the answer would have shown; if they differ, no failure is certain. */
function judgeReadings(
  plan: Plan,
  run: TurnRun,
  memory: LawMemory,
  done: DoneTools,
): { outcomes: Outcome[]; isUnsure: boolean } {
  const [whole, sure] = readingsOf(run)
  if (sure === undefined) return { outcomes: judgeTurn(plan, whole, memory, done), isUnsure: false }
  const second = judgeTurn(plan, sure, { ...memory, callIds: new Set(memory.callIds) }, new Set(done))
  const outcomes = judgeTurn(plan, whole, memory, done)
  const isUnsure = worstOf(outcomes) !== worstOf(second)
  return { outcomes: isUnsure ? outcomes.map(asUnsure) : outcomes, isUnsure }
}

const fromWorst = ['failed', 'not judged'] as const

function worstOf(outcomes: readonly Outcome[]): Outcome['verdict'] | undefined {
  return fromWorst.find((each) => outcomes.some(({ verdict }) => verdict === each))
}

function asUnsure(outcome: Outcome): Outcome {
  return outcome.verdict === 'failed' ? { ...outcome, verdict: 'not judged' } : outcome
}

function judgeTurn(plan: Plan, run: TurnRun, memory: LawMemory, done: DoneTools): Outcome[] {
  const expected = run.turn.expect
  const facts = turnFacts(run, memory)
  if (run.kind === 'unanswered') {
    return expected?.error === undefined || facts.refusal === null ? [] : evaluateTurn(expected, facts)
  }
  if (run.kind === 'stepped') return expected === undefined ? [] : evaluateTurn(expected, facts)
  const guardrails = plan.everyTurn.flatMap((guardrail) =>
    evaluateTurn(guardrail, facts)
      .filter((outcome) => applies(outcome, run))
      .map(asGuardrail),
  )
  const outcomes = [
    ...(expected === undefined ? [] : evaluateTurn(expected, facts)),
    ...guardrails,
    ...evaluateSafely('claims', run.turn.at, () => evaluateClaims(plan.claims ?? [], run.view, done)),
    ...evaluateSafely(theLaws, run.turn.at, () => judgeLaws(plan, run, memory)),
  ]
  return holdsUnread(outcomes) ? outcomes.map(doubtMissing) : outcomes
}

/** Marks an outcome that names its origin as a guardrail's rather than the turn's own. */
export function asGuardrail(outcome: Outcome): Outcome {
  return 'by' in outcome && outcome.by !== undefined ? { ...outcome, by: `every turn ${outcome.by}` } : outcome
}

/** Not a guardrail on tool time without calls, nor on reply time where the agent spoke first; a turn's own would. */
function applies(outcome: Outcome, { turn }: TurnRun): boolean {
  if (outcome.kind !== 'latency' || outcome.verdict !== 'not judged') return true
  if (outcome.subject === 'reply') return turn.user !== null
  return outcome.subject !== 'tool' || outcome.index !== undefined
}

function isMissed({ verdict }: Outcome): boolean {
  return verdict === 'failed' || verdict === 'not judged'
}

const nothing: TurnView = viewTurn([])

/** A turn as expectations see it; an unanswered turn has an empty view, and the service's refusal if there was one. */
function turnFacts(run: TurnRun, { ground }: LawMemory): TurnFacts {
  const local = run.local === undefined ? {} : { local: run.local }
  const { timeMs: turnMs } = run.answer
  if (run.kind !== 'unanswered')
    return {
      view: run.kind === 'answered' ? run.view : nothing,
      turnMs: run.kind === 'answered' ? turnTime({ turnMs, recovered: run.answer.recovered }) : turnMs,
      refusal: null,
      ...(run.kind === 'answered' ? { ungrounded: () => ground.ungrounded() } : {}),
      ...local,
    }
  const refusal = refusalOf(run.answer.failure)
  return { view: nothing, turnMs, refusal, ...(refusal === null ? {} : local) }
}

/** The refusal of a turn; null if the service did not refuse it. */
function refusalOf(failure: Failure): TurnFacts['refusal'] {
  if (failure.kind !== 'refused') return null
  const { status, errorCode, message } = failure
  return { status, errorCode, message: message === noMessage ? '' : message }
}

/** Whether a stored session ends before what the turns showed, or lacks the output of a call; both may still arrive. */
function mayBeLate(run: ConversationRun, { transcript }: Session): boolean {
  const visible = shownEntries(run)
  if (visible.length > transcript.length || alignStored(transcript, visible).endsEarly) return true
  const open = new Set<string>()
  for (const entry of transcript) {
    if (entry.type === 'function_call') open.add(entry.call_id)
    if (entry.type === 'function_call_output') open.delete(entry.call_id)
  }
  return open.size > 0
}

/** By the calls shown and the stored session; unclear if it depends on calls that an answer may or may not show. */
function judgeGoal(goal: GoalState, { turns }: ConversationRun, read: GoalRead): GoalSeen {
  const whole = turns.flatMap((turn) => (turn.kind === 'answered' ? turn.view.entries : []))
  const unseen = unseenIn(turns)
  const goalState = judgeGoalBy(goal, whole, { ...read, unseen })
  if (turns.every((turn) => turn.kind !== 'answered' || turn.sure === undefined)) return goalState
  const sure = turns.flatMap((turn) => (turn.kind === 'answered' ? (turn.sure ?? turn.view).entries : []))
  return judgeGoalBy(goal, sure, { ...read, unseen }) === goalState ? goalState : 'unclear'
}

interface GoalRead {
  session: Session | null
  toolState?: JsonValue
}

/** Why calls of some turn cannot be seen; null if all can. */
function unseenIn(turns: readonly TurnRun[]): string | null {
  return turns.reduce<string | null>((why, turn) => (turn.kind === 'answered' ? turn.view.unseen : null) ?? why, null)
}

function judgeGoalBy(
  goal: GoalState,
  entries: TranscriptEntry[],
  { session, toolState, unseen }: GoalRead & Pick<TurnView, 'unseen'>,
): GoalSeen {
  const { sound, outcomes } = setAside<SessionExpectation>(goal)
  const sessionOutcomes = evaluateSession(resolveNow(sound, entries), {
    members: { ...membersOf(session), state: toolState },
    calls: viewTurn(entries).calls,
    unseen,
  })
  const isUnread = session === null && (goal.status ?? goal.agentVersion) !== undefined
  const calls = isUnread ? sessionOutcomes.filter(({ kind }) => kind !== 'session') : sessionOutcomes
  if (calls.some(({ verdict }) => verdict === 'failed')) return 'open'
  const isUnclear = isUnread || [...sessionOutcomes, ...outcomes].some(({ verdict }) => verdict === 'not judged')
  return isUnclear ? 'unclear' : 'reached'
}

/** A stored session without the calls of its history, which are not those of the agent that is tested. */
export function withoutHistory(stored: StoredSession, run: ConversationRun): StoredSession {
  const ids = new Set(historyEntries(run).flatMap((entry) => ('call_id' in entry ? [identify(entry)] : [])))
  if (ids.size === 0) return stored
  const transcript = stored.session.transcript.filter((entry) => !ids.has(identify(entry)))
  return { ...stored, session: { ...stored.session, transcript } }
}

export function judgeStored(
  expected: SessionExpectation,
  { session, unseen: hidden }: StoredSession,
  toolState?: JsonValue,
): Outcome[] {
  const { sound, outcomes } = setAside(expected)
  const { calls, unseen } = viewTurn(session.transcript, hidden)
  const judged = evaluateSession(resolveNow(sound, session.transcript), {
    members: { ...membersOf(session), state: toolState },
    calls,
    unseen,
  })
  return [...judged, ...outcomes]
}

function membersOf(session: Session | null): SessionFacts['members'] {
  return {
    status: session?.status,
    'agent version': session?.agentDetails.version,
    agent: session?.agentDetails.name,
    analysis: session === null ? undefined : ((session.analysis ?? null) as JsonValue),
    variables: session === null ? undefined : ((session.dynamicVariables ?? null) as JsonValue),
    'channel type': session?.communicationChannelType,
    duration: session?.duration,
    retryAttemptNo: session?.retryAttemptNo,
    recordingUrl: session?.recordingUrl,
    state: undefined,
  }
}
