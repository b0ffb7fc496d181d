import type { ChatRequest } from '../../wire/api/chat.ts'
import { findVersion, versionAsked } from '../agents/find-version.ts'
import { chooseRecording } from '../agents/perform-replay.ts'
import { accept, type Refusal, refuse } from '../answer/answer.ts'
import { blurEntries } from '../context/ambiguity.ts'
import type { ServiceCall } from '../context/context.ts'
import { linkFrom, signEntries } from '../media/sign-links.ts'
import { type ChatScene, firstBroken, inlineRules, isMissing, lenientRules, sceneOfChat } from '../rules/chat-rules.ts'
import { copySession, type SessionRecord } from '../store/store.ts'
import { carryOut } from '../turn/carry-out.ts'
import { foreseeTurn, playTurn, type TurnInput } from '../turn/play-turn.ts'
import { openSession } from '../turn/session.ts'
import type { VersionedAgent } from '../workspace/agent.ts'
import { addresseeOf } from '../workspace/scalar-shapes.ts'

/** Answers a chat inline: plays one turn of a new or existing session, and messages nobody (CHA-45). */
export async function replyInline(call: ServiceCall, chat: ChatRequest): Promise<Response> {
  const { context, workspace, decisions } = call
  const scene = sceneOfChat(chat, workspace, context.ambiguity)
  const refusal = refuseInline(call, scene)
  if (refusal !== null) return refuse(refusal)
  const continued = findContinued(call, chat)
  if ('errorCode' in continued) return refuse(continued)
  const agentName = chat.agentName ?? ''
  const lookup = findVersion(workspace, agentName, versionOf(call, scene))
  if (!lookup.ok) return refuse(context.ambiguity.settle(lookup.refusal) ?? lookup.refusal)
  const { version } = lookup
  const record = continued.session ?? openInline(call, scene, version)
  if (continued.session !== null && record.agentName !== chat.agentName) decisions.push('CHA-31')
  if (isMissing(chat.message)) decisions.push('CHA-16')
  const input: TurnInput = {
    agentName,
    version,
    message: isMissing(chat.message) ? null : chat.message,
    attachments: chat.attachments ?? [],
    context: chat.chatOptions?.additionalContext ?? null,
    metadata: chat.metadata ?? {},
    faults: call.faults,
  }
  const session = (): SessionRecord => context.store.session(record.sessionId) ?? copySession(record)
  const turn = await context.turns.run(record.sessionId, delayOf(version, record, chat), () =>
    carryOut(
      context,
      () => playTurn(context, workspace, session(), input),
      foreseeTurn(context, workspace, session, input),
    ),
  )
  if ('errorCode' in turn) return refuse(turn)
  context.timeline.arm()
  const { sessionId } = record
  const visible = context.ambiguity.choose('CHA-03', [false, true]) ? context.store.transcript(sessionId) : turn.entries
  const entries = context.ambiguity.seeded ? blurEntries(visible, context.ambiguity) : visible
  return accept(
    { sessionId, transcript: signEntries(entries, linkFrom(context, new URL(call.request.url).origin)) },
    decisions,
    turn,
  )
}

function refuseInline({ context, decisions }: ServiceCall, scene: ChatScene): Refusal | null {
  const refusal = firstBroken(inlineRules, scene, context.ambiguity)
  if (refusal !== null) return refusal
  for (const rule of lenientRules) {
    const lenient = rule(scene)
    if (lenient?.decision === undefined) continue
    decisions.push(lenient.decision)
    const choice = context.ambiguity.choose<Refusal | null>(lenient.decision, [null, lenient])
    if (choice !== null) return choice
  }
  return null
}

/** CHA-24: the channel's version wins, as for sent messages (DSP-27); another service may use the published one. */
function versionOf({ context, decisions }: ServiceCall, { chat, channel }: ChatScene): ChatRequest['agentVersion'] {
  const { version, isOpen } = versionAsked(chat, chat.agentName ?? '', channel)
  if (version === chat.agentVersion && !isOpen) return version
  decisions.push('CHA-24')
  return context.ambiguity.choose('CHA-24', [version, undefined])
}

function openInline(
  { workspace, context }: ServiceCall,
  { chat, channel }: ChatScene,
  { label }: VersionedAgent,
): SessionRecord {
  const number = chat.customerNumber
  return openSession(context, {
    workspace: workspace.name,
    agentName: chat.agentName ?? '',
    versionLabel: label,
    channel,
    participant: {
      // without a channel the kind is unknown, so anything that looks like a phone number is treated as one
      number: number === undefined ? null : addresseeOf(channel?.type ?? 'waChat', number),
      email: chat.customerEmail ?? null,
    },
  })
}

/** The session that an inline chat continues, null for a new one, or the refusal. */
type Continued = { session: SessionRecord | null } | Refusal

/** The session to continue: another workspace's is forbidden (ISO-02), and text cannot continue a call (CHA-33). */
function findContinued({ context, workspace }: ServiceCall, { sessionId, message }: ChatRequest): Continued {
  const { store, ambiguity } = context
  if (sessionId === undefined) return openingAllowed(message, ambiguity)
  const session = store.session(sessionId)
  if (session !== undefined && session.workspace !== workspace.name)
    return { errorCode: 'forbidden', message: 'the session belongs to another workspace' }
  if (session === undefined || session.call !== null) {
    const decision = session === undefined ? {} : { decision: 'CHA-33' }
    return { errorCode: 'sessionNotFound', message: 'there is no text session of this id', ...decision }
  }
  if (isMissing(message)) {
    const refusal: Refusal = {
      errorCode: 'messageRequired',
      message: 'a running conversation needs a message',
      decision: 'CHA-17',
      others: [{ errorCode: 'validationError', message: 'message: expected text' }],
    }
    return ambiguity.settle(refusal) ?? refusal
  }
  if (session.status === 'active') return { session }
  const finished: Refusal = { errorCode: 'localSessionFinished', message: 'the session is over', decision: 'CHA-34' }
  return ambiguity.choose<Continued>('CHA-34', [{ session }, finished])
}

/** CHA-16, CHA-18: without a message the agent opens; another service may refuse that. */
function openingAllowed(message: string | undefined, ambiguity: ServiceCall['context']['ambiguity']): Continued {
  if (!isMissing(message)) return { session: null }
  const refusals: Refusal[] = [
    { errorCode: 'validationError', message: 'message: expected text', decision: 'CHA-16' },
    { errorCode: 'messageRequired', message: 'there is no message to reply to', decision: 'CHA-16' },
  ]
  return ambiguity.choose<Continued>('CHA-16', [{ session: null }, ...refusals])
}

/** The real wait before an answer, in milliseconds; a replayed agent's is that of the turn it replays. */
export function delayOf({ behaviour }: VersionedAgent, session: SessionRecord, chat: ChatRequest): number {
  if (behaviour.kind === 'scripted') return behaviour.delayMs
  if (behaviour.kind !== 'replay') return 0
  const { state, turns } = session
  const message = isMissing(chat.message) ? null : chat.message
  const variables = { ...session.variables, ...chat.metadata }
  const recording = chooseRecording(behaviour.recordings, { message, variables, state, turn: turns })
  const turn = recording?.turns[turns - (state.opened === true ? 1 : 0)]
  return message === null && turn?.user !== undefined ? 0 : (turn?.delayMs ?? 0)
}
