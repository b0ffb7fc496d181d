import type { SessionStatus } from '../../wire/api/session.ts'
import { takePen } from '../agents/pen.ts'
import { performSilence } from '../agents/perform-scripted.ts'
import { unlessTooLarge } from '../agents/too-large.ts'
import { writeLines } from '../agents/write-entries.ts'
import type { ServiceContext } from '../context/context.ts'
import { speechMs } from '../media/speech-time.ts'
import { sceneOf } from '../turn/perform.ts'
import { playTurn } from '../turn/play-turn.ts'
import { type Customer, findCustomer, outcomeOf } from '../workspace/customer.ts'
import { endCall } from './end-call.ts'
import type { LiveCall } from './live-call.ts'

/** The customer's next turn in a call: words, silence, or the end. */
export function speak(context: ServiceContext, live: LiveCall): void {
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
    breakSilence(context, live)
    return null
  }
  if (!turnOfCall(context, live, words)) return 'call_hangup'
  return outcomeOf(customer, call.attempt) === 'drops' ? 'call_errored' : null
}

/** What the customer says; a recorded dialogue supplies the words itself. */
function wordsOf({ version: { behaviour }, session }: LiveCall, { says }: Customer): string[] {
  if (behaviour.kind === 'scripted') return says
  const { recording } = session.state.recording === undefined ? session.variables : session.state
  const followed = behaviour.recordings.find(({ id }) => id === recording) ?? behaviour.recordings[0]
  return followed?.turns.flatMap(({ user }) => user ?? []) ?? []
}

/** Plays one turn of a call; null lets the agent open. Returns false if the agent has nothing more to say. */
export function turnOfCall(
  context: ServiceContext,
  { call, session, workspace, version }: LiveCall,
  words: string | null,
): boolean {
  const played = playTurn(context, workspace, session, {
    agentName: call.agentName,
    version,
    message: words,
    attachments: [],
    context: call.options.additionalContext ?? null,
    opening: call.options.initialMessage ?? null,
    metadata: {},
    faults: [],
  })
  if ('errorCode' in played) return false
  if (played.ended) context.store.putSession(Object.assign(session, { state: { ...session.state, ended: true } }))
  return true
}

/** The agent reacts to silence (pipelineSettings.silenceTime, silenceTurns). */
function breakSilence({ store, clock, newId }: ServiceContext, { session, version, call }: LiveCall): void {
  if (version.behaviour.kind !== 'scripted') return
  const cue = { agentName: call.agentName, version, message: null, context: null, opening: null }
  const { behaviour } = version
  const lines = unlessTooLarge(
    () => performSilence(behaviour, sceneOf(session, cue)),
    () => [],
  )
  store.appendEntries(session.sessionId, writeLines(lines, takePen(session, clock, newId)))
  store.putSession(session)
}

/**
 * Schedules the next step: after the last words have been spoken, and the customer has been silent for as long as the
 * agent waits.
 */
export function nextStep({ store, clock }: ServiceContext, { call, session, version, workspace }: LiveCall): void {
  const last = store.transcript(session.sessionId).at(-1)
  const customer = findCustomer(workspace.customers, call.customerNumber)
  const left = wordsOf({ call, session, version, workspace }, customer).length > (store.call(call.callId)?.spoken ?? 0)
  const waits = left || customer.afterwards === 'hangs up' ? 500 : version.config.pipelineSettings.silenceTime * 1_000
  const due = Math.max(clock.now(), session.latest) + speechMs(last) + waits
  store.putTimer({ id: `step ${call.callId}`, kind: 'call step', subject: call.callId, due })
}
