import type { SessionStatus } from '../../wire/api/session.ts'
import { unlessTooLarge } from '../agents/fill-template.ts'
import { performSilence } from '../agents/perform-scripted.ts'
import { openPen, writeLines } from '../agents/write-entries.ts'
import type { ServiceContext } from '../context/context.ts'
import { speechMs } from '../media/speech-time.ts'
import type { CallRecord, SessionRecord } from '../store/store.ts'
import { planCall } from '../time/working-hours.ts'
import { isThinking, sceneOf, thoughtOf } from '../turn/perform.ts'
import { playTurn } from '../turn/play-turn.ts'
import { finishSession } from '../turn/session.ts'
import type { VersionedAgent } from '../workspace/agent.ts'
import { findCustomer, type PhoneOutcome, phoneOutcome, type SimulatedCustomer } from '../workspace/customer.ts'
import { versionByLabel, type Workspace } from '../workspace/workspace.ts'
import { openAttempt, placeCalls, waitFor } from './queue.ts'

interface LiveCall {
  call: CallRecord
  session: SessionRecord
  workspace: Workspace
  version: VersionedAgent
}

/** The status of an attempt that nobody answers. */
const unanswered: Partial<Record<PhoneOutcome, SessionStatus>> = {
  'no answer': 'call_expired',
  'cannot connect': 'could_not_connect',
  'line error': 'call_errored',
}

/** Performs the next step of a call on the line: it is answered or not, or somebody speaks. */
export function stepCall(context: ServiceContext, callId: string): void {
  const live = findLive(context, callId)
  if (live === null) return
  const { call, workspace } = live
  const status = unanswered[phoneOutcome(findCustomer(workspace.customers, call.customerNumber), call.attempt)]
  if (call.state === 'connected') speak(context, live)
  else if (status === undefined) connectCall(context, live)
  else endCall(context, live, status)
}

/** Ends a call that has reached its maximum duration (pipelineSettings.maxDuration). */
export function stopCall(context: ServiceContext, callId: string): void {
  const live = findLive(context, callId)
  if (live !== null) endCall(context, live, 'call_hangup')
}

function findLive({ store, directory }: ServiceContext, callId: string): LiveCall | null {
  const call = store.call(callId)
  if (call === undefined || call.state === 'done' || call.state === 'queued') return null
  const session = store.session(call.sessionId)
  const workspace = directory.find(call.workspace)
  const version = workspace === undefined ? undefined : versionByLabel(workspace, call.agentName, call.versionLabel)
  return session === undefined || workspace === undefined || version === undefined
    ? null
    : { call, session, workspace, version }
}

/** The customer picks up: the agent opens if it speaks first, and the maximum duration starts to count. */
export function connectCall(context: ServiceContext, live: LiveCall): void {
  const { store, clock } = context
  const now = clock.now()
  const { callId, attempt, customerNumber } = live.call
  const call: CallRecord = { ...live.call, state: 'connected', connectedAt: now }
  const session = { ...live.session, status: 'call_in_progress' as const, time: now, updatedAt: now }
  const connected = { ...live, call, session }
  store.putCall(call)
  store.putSession(session)
  const outcome = phoneOutcome(findCustomer(live.workspace.customers, customerNumber), attempt)
  if (outcome === 'agent error') {
    endCall(context, connected, 'agent_errored')
    return
  }
  const { agentInstructions, pipelineSettings } = live.version.config
  const limit = now + pipelineSettings.maxDuration * 1_000
  store.putTimer({ id: `limit ${callId}`, kind: 'end call', subject: callId, due: limit })
  const agentFirst = agentInstructions.initialMessage.firstSpeaker !== 'user'
  const openingTurn =
    agentFirst || live.call.options.initialMessage !== undefined ? turnOfCall(context, connected, null) : 'goes on'
  if (openingTurn === 'agent_errored') {
    endCall(context, connected, openingTurn)
    return
  }
  if (outcome === 'hangs up') {
    store.putTimer({ id: `limit ${callId}`, kind: 'end call', subject: callId, due: now + 2_000 })
    return
  }
  nextStep(context, connected)
}

/** The customer's next turn in a call: words, silence, or the end. */
function speak(context: ServiceContext, live: LiveCall): void {
  const status = takeTurn(context, live)
  if (status === null) nextStep(context, live)
  else endCall(context, live, status)
}

/** Returns how the call ends, or null if it goes on. */
function takeTurn(context: ServiceContext, live: LiveCall): SessionStatus | null {
  const { call, version, workspace, session } = live
  const customer = findCustomer(workspace.customers, call.customerNumber)
  if (session.state.ended === true) return 'call_hangup'
  const all = wordsOf(live, customer)
  const words = all[call.spoken]
  const silent = call.spoken - all.length
  const patience = version.config.pipelineSettings.silenceTurns
  if (words === undefined && (customer.afterwards === 'hangs up' || silent >= patience)) return 'call_hangup'
  context.store.putCall({ ...call, spoken: call.spoken + 1 })
  if (words === undefined) {
    return breakSilence(context, live)
  }
  const turn = turnOfCall(context, live, words)
  if (turn !== 'goes on') return turn
  return phoneOutcome(customer, call.attempt) === 'drops' ? 'call_errored' : null
}

/** What the customer says; a recorded dialogue supplies the words itself. */
function wordsOf({ version: { behaviour }, session }: LiveCall, { says }: SimulatedCustomer): string[] {
  if (behaviour.kind !== 'replay') return says
  const { recording } = session.state.recording === undefined ? session.variables : session.state
  const followed = behaviour.recordings.find(({ id }) => id === recording) ?? behaviour.recordings[0]
  return followed?.turns.flatMap(({ user }) => user ?? []) ?? []
}

/** Plays a call's turn, null to open; an agent without a word hangs up, one that could not think ends it as errored. */
function turnOfCall(
  context: ServiceContext,
  { call, session, workspace, version }: LiveCall,
  words: string | null,
): 'goes on' | 'call_hangup' | 'agent_errored' {
  const played = playTurn(context, workspace, session, {
    agentName: call.agentName,
    version,
    message: words,
    context: call.options.additionalContext ?? null,
    opening: call.options.initialMessage ?? null,
  })
  if ('errorCode' in played) return played.errorCode === 'localAgentErrored' ? 'agent_errored' : 'call_hangup'
  if (played.ended) context.store.putSession(Object.assign(session, { state: { ...session.state, ended: true } }))
  return 'goes on'
}

/** The agent reacts to silence (silenceTime, silenceTurns). How the call ends, or null if it goes on. */
function breakSilence(context: ServiceContext, { session, version, call }: LiveCall): SessionStatus | null {
  const { store, clock, newId } = context
  const { behaviour } = version
  if (behaviour.kind === 'replay') return null
  const cue = { agentName: call.agentName, version, message: null }
  const thought = isThinking(behaviour) ? thoughtOf(context, session, cue, behaviour, 'silence') : null
  if (thought !== null && 'errorCode' in thought) return 'agent_errored'
  if (thought !== null) session.state = { ...thought.state, ...(thought.performance.ended ? { ended: true } : {}) }
  const lines =
    behaviour.kind === 'scripted'
      ? unlessTooLarge(
          () => performSilence(behaviour, sceneOf(session, cue)),
          () => [],
        )
      : (thought?.performance.lines ?? [])
  store.appendEntries(
    session.sessionId,
    writeLines(lines, openPen(session, thought?.performance.startedAt ?? clock.now(), newId)),
  )
  store.putSession(session)
  return null
}

/** Schedules the next step: after the last words, and a silence as long as the agent waits. */
function nextStep({ store, clock }: ServiceContext, { call, session, version, workspace }: LiveCall): void {
  const last = store.transcript(session.sessionId).at(-1)
  const customer = findCustomer(workspace.customers, call.customerNumber)
  const hasWords =
    wordsOf({ call, session, version, workspace }, customer).length > (store.call(call.callId)?.spoken ?? 0)
  const waits =
    hasWords || customer.afterwards === 'hangs up' ? 500 : version.config.pipelineSettings.silenceTime * 1_000
  const due = Math.max(clock.now(), session.latest) + speechMs(last) + waits
  store.putTimer({ id: `step ${call.callId}`, kind: 'call step', subject: call.callId, due })
}

/** The statuses that count as failed and are retried (RET-01, RET-05). */
const failed: readonly SessionStatus[] = ['could_not_connect', 'call_errored']

/** Ends an attempt: duration, recording, analysis; a failed one queues again, its line is free (RET-01 to RET-06). */
function endCall(context: ServiceContext, live: LiveCall, status: SessionStatus): void {
  const { store, clock } = context
  const { call, session, workspace } = live
  const { callId, connectedAt } = call
  for (const timer of ['step', 'limit']) store.dropTimer(`${timer} ${callId}`)
  const talked = connectedAt !== null
  const duration = talked ? Math.round((clock.now() - connectedAt) / 100) / 10 : 0
  session.call = { callId, duration, retryAttemptNo: call.attempt, recorded: talked }
  finishSession(context, workspace, session, status)
  if (failed.includes(status) && call.attempt < call.retries) retry(context, live)
  else store.putCall({ ...call, state: 'done' })
  if (call.direction === 'outbound') placeCalls(context, workspace.name)
}

/** Queues the next attempt, timed from this one's end (RET-02), within the call's hours and day (RET-06). */
function retry(context: ServiceContext, { call, workspace }: LiveCall): void {
  const { store, clock } = context
  const now = clock.now()
  const attempt = call.attempt + 1
  const session = openAttempt(context, workspace, call, attempt)
  const { due, expires } = planCall({ wanted: now + call.retryAfterMs, onDate: call.onDate, hours: call.hours, now })
  const next = {
    ...call,
    sessionId: session.sessionId,
    attempt,
    due,
    state: 'queued' as const,
    connectedAt: null,
    spoken: 0,
  }
  store.putSession({ ...session, time: due ?? now })
  store.putCall(next)
  waitFor(context, next, expires)
}
