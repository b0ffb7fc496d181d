import { type JsonObject, setMember } from '../../base/json/json.ts'
import { describeBreakdown } from '../../base/text/wording.ts'
import type { Numerals } from '../../suite/language/matchers/fill-text.ts'
import { everyTurnOf, givenTurnsOf, mostTurnsOf } from '../../suite/language/script/conversation.ts'
import { fillVariables } from '../../suite/language/script/fill-variables.ts'
import type { Step, Turn } from '../../suite/language/script/turn.ts'
import { findUnfilled, type UnfilledTurn } from '../../suite/plan/filled-texts.ts'
import type { Plan } from '../../suite/plan/plan.ts'
import type { InlineChatAnswer, InlineChatRequest } from '../../wire/api/chat.ts'
import { isSameSession } from '../../wire/api/same-session.ts'
import type { Phase } from '../../wire/api/transcript-entry.ts'
import type { CallLimits } from '../../wire/client/client-over.ts'
import type { Failure } from '../../wire/client/failure.ts'
import { viewTurn } from '../transcript/turn-view.ts'
import { captureAll } from './capture.ts'
import {
  type AnsweredTurn,
  type Aside,
  type ConversationRun,
  everyTaken,
  phasesIn,
  type Stop,
  type TurnRun,
  wasLookedFor,
} from './conversation-run.ts'
import { fetchStored } from './fetch-stored.ts'
import { expectsPost, needsStored } from './needs-stored.ts'
import { pinHistory } from './pin-history.ts'
import type { TurnToSend } from './recovery/read-turn.ts'
import { sendTurn } from './recovery/send-turn.ts'
import { weighBreak } from './recovery/weigh-failure.ts'
import { runAside } from './run-aside.ts'
import type { RunContext, State } from './run-context.ts'
import {
  fetchToolState,
  isAboutLocal,
  type LocalSeen,
  lookLocally,
  runStep,
  type StartedSessions,
  waitMsOf,
} from './run-step.ts'
import { watchClock } from './shared-clock.ts'
import { simulateTalk } from './simulate-talk.ts'
import { turnRequest } from './turn-request.ts'

/** In a fresh session. Does not reject: failures of the service or the network are part of the value. */
export async function runConversation(plan: Plan, context: RunContext): Promise<ConversationRun> {
  const began = performance.now()
  const run: ConversationRun = {
    startedAt: new Date().toISOString(),
    ms: 0,
    sessionId: null,
    turns: [],
    stop: null,
    session: null,
    expected: null,
    before: null,
    after: null,
    disturbed: null,
  }
  const variables: JsonObject = { ...plan.variables }
  const numerals: Numerals = { ...plan.numerals }
  const metadata: JsonObject = { ...plan.metadata }
  const dispatched: StartedSessions = { sessions: [], calls: [] }
  const waitUntil = began + waitOf(plan)
  const values = { variables, numerals, metadata, dispatched, slices: new Map() }
  const state: State = { plan, context, run, ...values, waitUntil, clock: null }
  if (context.clockOf !== undefined) state.clock = await watchClock(context.clockOf, callOptions(state))
  const { before = [], turns, after = [], session: expected } = plan.conversation
  if (before.length > 0) run.before = await runAside(state, before, takeTurn)
  run.stop = stopBefore(run.before)
  if (plan.conversation.history !== undefined && run.stop === null)
    run.stop = await pinHistory(state, plan.conversation.history, takeTurn, () => callOptions(state))
  const offset = plan.conversation.history?.replaces ?? 0
  for (const [place, scripted] of turns.slice(offset).entries()) {
    if (run.stop !== null) break
    run.stop = await takeTurn(state, scripted, offset + place)
  }
  const takeSaid = (turn: Turn, index: number): Promise<Stop | null> => runTurn(state, turn, index, null)
  run.stop ??= await simulateTalk(state, takeSaid, () => callOptions(state))
  run.stop ??= await speakOn(state, takeSaid)
  await seeClock(state)
  if (after.length > 0 && cleansUp(run)) run.after = await runAside(unhalted(state), after, takeTurn)
  if (expected !== undefined && run.stop === null) run.expected = fillVariables(expected, variables, numerals)
  const isAsked = (context.reconcile || needsStored(run.expected) || expectsPost(plan)) && !isCut(run.stop)
  if (run.sessionId !== null && run.expected?.state !== undefined) await readToolState(state, run.sessionId)
  if (run.sessionId !== null && (isAsked || wasLookedFor(run))) {
    await readStored(state, run.sessionId)
    await seeClock(state) // the stored session depends on the clock too
  }
  run.ms = performance.now() - began
  return run
}

/** Sends what a speaker says, unchanged, until it stops or the run ends. */
async function speakOn(
  { context: { speaker, signal }, plan, run }: State,
  take: (turn: Turn, index: number) => Promise<Stop | null>,
): Promise<Stop | null> {
  const { at } = plan.conversation
  for (let message = speaker?.next(run) ?? null; message !== null; message = speaker?.next(run) ?? null) {
    if (signal?.aborted === true) return { kind: 'interrupted', index: run.turns.length }
    const { text, ...more } = message
    const stop = await take({ at, user: { value: text, at }, ...more }, run.turns.length)
    if (stop !== null) return stop
  }
  return null
}

/** Reads the state of the tools, once: it never changes late. */
async function readToolState(state: State, sessionId: string): Promise<void> {
  const toolState = await fetchToolState(state.context.client, { sessionId }, callOptions(state))
  if (toolState !== undefined) state.run.toolState = toolState
}

/** If the time budget cut the wait short, nobody knows what would have come: the run is halted, judged by nothing. */
async function readStored(state: State, sessionId: string): Promise<void> {
  const { context, run, plan } = state
  const { session, cut: late } = await fetchStored(run, context, sessionId, () => callOptions(state))
  run.session = session
  const failure = session?.ok === false ? session.failure : null
  const cut = failure === null ? late : (late ?? cutShort(state, failure, isForNow(failure)))
  if (run.stop !== null || (cut === null && failure?.kind !== 'aborted')) return
  const last = Math.max(0, run.turns.length - 1)
  run.stop =
    cut === null
      ? { kind: 'interrupted', index: last }
      : { kind: 'halted', index: Math.max(plan.conversation.turns.length, run.turns.length), reason: cut }
  ;[run.session, run.expected] = [null, null]
}

/** Notes in the run why nothing can be judged if others moved the clock. */
async function seeClock({ clock, run }: State): Promise<void> {
  if (clock !== null && run.stop?.kind !== 'interrupted') run.disturbed ??= await clock.trouble()
}

/** Whether a conversation was ended from outside. */
function isCut(stop: Stop | null): boolean {
  return stop?.kind === 'interrupted' || stop?.kind === 'halted'
}

/** Unless the run was interrupted, or something was sent in no known session: turns would begin one of their own. */
function cleansUp(run: ConversationRun): boolean {
  if (run.sessionId !== null) return run.stop?.kind !== 'interrupted'
  return (
    run.stop?.kind !== 'halted' &&
    run.stop?.kind !== 'interrupted' &&
    !everyTaken(run).some(({ kind }) => kind === 'unanswered')
  )
}

/** Budgets do not hold back cleanup turns, but those are still charged. */
function unhalted(state: State): State {
  const { halted: _, ...context } = state.context
  const again = (): null => {
    context.unshown?.()
    return null
  }
  return { ...state, context: { ...context, again } }
}

/** A conversation that could not be prepared never reaches its first turn. */
function stopBefore(before: Aside | null): Stop | null {
  if (before === null || before.stop === null) return null
  if (before.stop.kind === 'interrupted' || before.stop.kind === 'halted') return { ...before.stop, index: 0 }
  return { kind: 'unprepared', index: 0, reason: before.trouble ?? 'a step did not work' }
}

async function takeTurn(state: State, scripted: Turn, index: number): Promise<Stop | null> {
  try {
    const turn = fillVariables(scripted, state.variables, state.numerals)
    return await runTurn(state, turn, index, turn === scripted ? null : findUnfilled(scripted, turn, state.variables))
  } catch (error) {
    return { kind: 'unable', index, reason: describeBreakdown(error) }
  }
}

async function runTurn(state: State, turn: Turn, index: number, unfilled: UnfilledTurn | null): Promise<Stop | null> {
  const { plan, context, run, metadata } = state
  if (context.signal?.aborted === true) return { kind: 'interrupted', index }
  const halt = context.halted?.() ?? null
  if (halt !== null) return { kind: 'halted', index, reason: halt }
  const isFirst = run.turns.length === 0
  if (!context.gate.admits(turn, isFirst ? run.history?.turns.at(-1) : run.turns.at(-1), index)) {
    if (!isFirst) return { kind: 'diverged', index }
    return { kind: 'no history', index, reason: `what turn ${index + 1} requires of it did not come` }
  }
  if (unfilled !== null) return { kind: 'unfilled', index, ...unfilled }
  for (const [name, value] of Object.entries(turn.metadata ?? {})) setMember(metadata, name, value)
  if (turn.step !== undefined) return takeStep(state, turn, turn.step, index)
  const request = turnRequest(plan, turn, run.sessionId, metadata)
  let refusal: string | null = null
  const again = (): string | null => {
    refusal = context.again?.() ?? null
    return refusal
  }
  const sent = { again, ...turnToSend(state, turn, request) }
  const answer = await sendTurn(context.client, sent, callOptions(state, turn.timeLimitMs))
  const sessionId = request.sessionId ?? null
  if (!answer.ok) {
    if (answer.failure.kind === 'aborted') return { kind: 'interrupted', index }
    const cut = refusal ?? cutShort(state, answer.failure)
    if (cut !== null) {
      if (answer.failure.kind === 'unknown' || refusal !== null) context.unshown?.()
      return { kind: 'halted', index, reason: cut }
    }
    const local = await seenLocally(state, turn)
    return take(state, { kind: 'unanswered', index, turn, asked: sessionId, answer, ...local })
  }
  keepSlice(state, answer.data)
  // The first spelling of an id is the one that the service takes in a path.
  if (!isSameSession(run.sessionId, answer.data.sessionId)) run.sessionId = answer.data.sessionId
  const local = await seenLocally(state, turn)
  const view = viewTurn(answer.data.transcript, answer.unseen)
  const sure = answer.sure === undefined ? {} : { sure: viewTurn(answer.sure, answer.unseen) }
  const answered: AnsweredTurn = { kind: 'answered', index, turn, asked: sessionId, answer, view, ...sure, ...local }
  return take(state, answered) ?? captureAll(state, turn, answered)
}

/** Adds a turn to the run and has it judged; returns why the run ends with it, or null to go on. */
function take({ run, context }: State, turn: TurnRun): Stop | null {
  run.turns.push(turn)
  if (turn.answer.usage !== undefined) context.spent?.(turn.answer.usage)
  if (context.gate.continues(turn)) return null
  return turn.kind === 'unanswered'
    ? { kind: 'unanswered', index: turn.index }
    : { kind: 'judged', index: turn.index + 1 }
}

/** What only the local service shows, if a turn expects something of it, whether the turn was answered or refused. */
async function seenLocally(state: State, turn: Turn): Promise<{ local?: LocalSeen }> {
  const { context, dispatched } = state
  if (!isAboutLocal(turn.expect)) return {}
  const local = await lookLocally(context.client, turn.expect, dispatched, callOptions(state))
  return Object.keys(local).length === 0 ? {} : { local }
}

/** Performs a step. Later turns continue the session or call that it starts, and `session:` refers to it. */
async function takeStep(state: State, turn: Turn, step: Step, index: number): Promise<Stop | null> {
  const { plan, context, run, dispatched } = state
  const waitMs = waitMsOf(step)
  const halt = context.halted?.(waitMs) ?? null
  if (halt !== null) return { kind: 'halted', index, reason: halt }
  if (waitMs > leftMsOf(state)) return null // cleanup skips its waits
  const isMoving = step.kind === 'advance clock'
  const trouble = isMoving ? ((await state.clock?.trouble()) ?? null) : null
  if (trouble !== null) return { kind: 'unable', index, reason: trouble }
  const limits = callOptions(state, turn.timeLimitMs)
  const answer = await runStep(step, { plan, client: context.client, limits, dispatched })
  if (!answer.ok && answer.failure.kind === 'aborted') return { kind: 'interrupted', index }
  const cut = answer.ok ? null : cutShort(state, answer.failure)
  if (cut !== null) return { kind: 'halted', index, reason: cut }
  if (isMoving) state.clock?.moved(String(step.body.value), answer)
  if (step.kind === 'send' || step.kind === 'call' || step.kind === 'workflow call')
    run.sessionId = (step.kind === 'send' ? dispatched.sessions : dispatched.calls).at(-1) ?? run.sessionId
  if (!answer.ok)
    return take(state, { kind: 'unanswered', index, turn, asked: null, answer, ...(await seenLocally(state, turn)) })
  const local = await lookLocally(context.client, turn.expect, dispatched, limits)
  return take(state, { kind: 'stepped', index, turn, answer, local })
}

/** Limits waiting to the time budget; cleanup requests are sent all the same. */
function callOptions(
  state: State,
  timeLimitMs: number = state.plan.timeLimitMs,
): CallLimits & { timeLimitMs: number; waitMs: number } {
  const { signal } = state.context
  const waitMs = Math.max(0, Math.min(state.waitUntil - performance.now(), leftMsOf(state)))
  return { timeLimitMs, waitMs, ...(signal === undefined ? {} : { signal }) }
}

function leftMsOf({ context }: State): number {
  return context.leftMs?.() ?? Number.POSITIVE_INFINITY
}

/** Null unless the time budget alone prevented a wait; `waits`: whether such a failure is repeated after one. */
function cutShort(
  { context: { halted }, waitUntil }: State,
  failure: Failure,
  waits: boolean = isHeldBack(failure),
): string | null {
  const mayMs = waitUntil - performance.now()
  const wantedMs = wantedBy(failure) ?? mayMs
  if (!waits || mayMs <= 0 || wantedMs > mayMs || halted === undefined) return null
  const reason = halted(wantedMs)
  return reason === null || failure.kind !== 'held back' ? reason : (halted() ?? `time budget: ${failure.reason}`)
}

/** Whether requests were held back because a rate-limiting service demanded too long a wait. */
function isHeldBack(failure: Failure): boolean {
  return failure.kind === 'held back' || (failure.kind === 'unknown' && failure.why === 'held back')
}

/** Whether a read was abandoned because it was held back or refused for now. */
function isForNow(failure: Failure): boolean {
  return isHeldBack(failure) || weighBreak(failure)?.weight === 'come again'
}

/** How long the service asked to wait, in milliseconds; null where the failure does not say. */
function wantedBy(failure: Failure): number | null {
  const refusal = failure.kind === 'unknown' ? failure.cause : failure
  return refusal.kind === 'refused' ? (refusal.retryAfterMs ?? null) : null
}

/** The time limits of all its turns together, plus the fetch of its session, in milliseconds. */
function waitOf({ conversation, timeLimitMs }: Plan): number {
  const turns = everyTurnOf(conversation)
  const others = mostTurnsOf(conversation) - turns.length + givenTurnsOf(conversation).length + 1
  return turns.reduce((sum, turn) => sum + (turn.timeLimitMs ?? timeLimitMs), timeLimitMs * others)
}

/** The slices help to find the turn if its answer is lost. One that expects a refusal accepts any failure but 429. */
function turnToSend({ context, slices, run }: State, turn: Turn, request: InlineChatRequest): TurnToSend {
  const { gate, storedLateMs } = context
  const takes = (failure: Failure): boolean =>
    weighBreak(failure)?.weight !== 'come again' || gate.expects(turn, failure)
  const earlier = request.sessionId === undefined ? [] : (slices.get(request.sessionId) ?? [])
  const late = storedLateMs === undefined ? {} : { storedLateMs }
  const timeLimit = context.leftMs === undefined ? {} : { leftMs: context.leftMs }
  const phasesShown = (): Set<Phase | null> => phasesIn(run)
  return {
    request,
    earlier,
    phasesShown,
    ...late,
    ...timeLimit,
    ...(turn.expect?.error === undefined ? {} : { takes }),
  }
}

function keepSlice({ slices }: State, { sessionId, transcript }: InlineChatAnswer): void {
  const slice = slices.get(sessionId)
  if (slice === undefined) slices.set(sessionId, [transcript])
  else slice.push(transcript)
}
