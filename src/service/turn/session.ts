import type { JsonObject } from '../../base/json/json.ts'
import type { ChannelType } from '../../wire/api/channel-type.ts'
import type { SessionStatus } from '../../wire/api/session.ts'
import { analyse } from '../agents/analyse.ts'
import { unlessTooLarge } from '../agents/fill-template.ts'
import { replayAfter, replayEnd } from '../agents/perform-replay.ts'
import { performAfter } from '../agents/perform-scripted.ts'
import { type Line, openPen, writeLines } from '../agents/write-entries.ts'
import type { ServiceContext } from '../context/context.ts'
import type { SessionCall, SessionRecord } from '../store/store.ts'
import { showInstant } from '../time/clock.ts'
import { type VersionedAgent, versionsOf } from '../workspace/agent.ts'
import { type Channel, versionByLabel, type Workspace } from '../workspace/workspace.ts'
import { isThinking, sceneOf, speakerOf, thoughtOf } from './perform.ts'

interface SessionPlan {
  workspace: string
  agentName: string
  versionLabel: string
  agentNumber?: string | null
  channel?: Pick<Channel, 'name' | 'email' | 'type'> | undefined
  /** @default that of the channel; without one it counts as web chat (SES-14) */
  channelType?: ChannelType
  participant: { number: string | null; email: string | null; name?: string | null }
  call?: SessionCall
}

/** Creates a new session without storing it (CHA-05). Number and email are mere labels (CHA-38). */
export function openSession({ clock, newId }: ServiceContext, plan: SessionPlan): SessionRecord {
  const now = clock.now()
  const sessionId = newId()
  const { number, email, name = null } = plan.participant
  const { channelType = plan.channel?.type ?? 'webChat' } = plan
  return {
    sessionId,
    workspace: plan.workspace,
    agentName: plan.agentName,
    agentNumber: plan.agentNumber ?? null,
    agentEmail: channelType === 'email' ? (plan.channel?.email ?? null) : null,
    versionLabel: plan.versionLabel,
    participant: { id: number ?? email ?? `guest-${sessionId}`, name, number, email },
    variables: {},
    channelType,
    channelName: plan.channel?.name ?? null,
    status: 'active',
    time: now,
    createdAt: now,
    updatedAt: now,
    latest: now - 1,
    turns: 0,
    state: {},
    analysis: null,
    call: plan.call ?? null,
  }
}

/** Ends a session: functions of the phase post, its analysis (SES-29), and stores it. */
export function finishSession(
  context: ServiceContext,
  workspace: Workspace,
  session: SessionRecord,
  status: SessionStatus,
): void {
  const { clock, store } = context
  const version = versionByLabel(workspace, session.agentName, session.versionLabel)
  const end = version === undefined || session.turns === 0 ? null : endOf(context, session, version)
  session.status = end?.failed === true ? 'agent_errored' : status
  session.updatedAt = Math.max(session.updatedAt, clock.now())
  if (version !== undefined && end !== null) {
    store.appendEntries(
      session.sessionId,
      writeLines(end.lines, openPen(session, end.startedAt ?? clock.now(), context.newId)),
    )
    session.analysis =
      end.analysis ??
      unlessTooLarge<JsonObject | null>(
        () => analyse(version, session, store.transcript(session.sessionId), end.members),
        () => null,
      )
  }
  store.putSession(session)
  if (version !== undefined && end !== null) tellEnd(context, workspace, session, version)
}

/** The end of a session: the functions of the phase post, and the analysis if one was recorded. */
interface SessionEnd {
  lines: Line[]
  analysis?: JsonObject | undefined
  /** Members of the analysis that a model found. */
  members?: JsonObject | null
  /** Whether the agent failed to think about its end. */
  failed?: boolean
  /** When the agent began to think about it, in milliseconds since the epoch. */
  startedAt?: number | undefined
}

function endOf(context: ServiceContext, session: SessionRecord, version: VersionedAgent): SessionEnd {
  const { behaviour } = version
  const cue = { agentName: session.agentName, version, message: null }
  if (isThinking(behaviour)) {
    const thought = thoughtOf(context, session, cue, behaviour, 'end')
    if ('errorCode' in thought) return { lines: [], failed: true }
    session.state = thought.state
    const { lines, startedAt } = thought.performance
    return { lines: lines.filter(({ kind }) => kind !== 'message'), members: thought.analysis, startedAt }
  }
  const recorded = behaviour.kind === 'replay' ? replayEnd(behaviour, session.state, session.turns) : null
  const lines = unlessTooLarge(
    () =>
      behaviour.kind === 'scripted' ? performAfter(behaviour, sceneOf(session, cue)) : replayAfter(recorded ?? {}),
    () => [],
  )
  return { lines, analysis: recorded?.analysis }
}

/** Sets a session's one timer, which completes it after idleness and checks again when it fires. */
export function watchIdle({ store, clock }: ServiceContext, { idleMs }: Workspace, { sessionId }: SessionRecord): void {
  store.putTimer({ id: `idle ${sessionId}`, kind: 'end idle session', subject: sessionId, due: clock.now() + idleMs })
}

/** Completes a session that its agent ended, for slow models after the last answer, as on the hosted service. */
export function endSoon(
  context: ServiceContext,
  workspace: Workspace,
  session: SessionRecord,
  { behaviour }: VersionedAgent,
): void {
  if (behaviour.kind !== 'model') {
    finishSession(context, workspace, session, 'completed')
    return
  }
  const { store, clock } = context
  store.putSession(session)
  const { sessionId } = session
  store.putTimer({ id: `end ${sessionId}`, kind: 'end session', subject: sessionId, due: clock.now() })
}

/** Completes a session that its agent has ended. */
export function endSession(context: ServiceContext, sessionId: string): void {
  const session = context.store.session(sessionId)
  const workspace = session === undefined ? undefined : context.directory.find(session.workspace)
  if (session?.status === 'active' && workspace !== undefined) finishSession(context, workspace, session, 'completed')
}

/** Completes a session that has been idle for long enough. */
export function endIdleSession(context: ServiceContext, sessionId: string): void {
  const { store, clock, directory } = context
  const session = store.session(sessionId)
  const workspace = session === undefined ? undefined : directory.find(session.workspace)
  if (session?.status !== 'active' || workspace === undefined) return
  const due = session.updatedAt + workspace.idleMs
  if (due > clock.now()) store.putTimer({ id: `idle ${sessionId}`, kind: 'end idle session', subject: sessionId, due })
  else finishSession(context, workspace, session, 'completed')
}

/** Tells remote agents, also after a handoff, of a stored end; nothing waits. Call in `carryOut`, as will be stored. */
function tellEnd(context: ServiceContext, workspace: Workspace, session: SessionRecord, own: VersionedAgent): void {
  const { sessionId, agentName, status, variables, state } = session
  const cue = { agentName, version: own, message: null }
  const { agentName: last, version: theirs } = speakerOf(workspace, session, cue)
  const parties = [{ name: agentName, version: own }, ...(last === agentName ? [] : [{ name: last, version: theirs }])]
  for (const { name, version } of parties) {
    const { behaviour, label } = version
    if (behaviour.kind !== 'remote' || !behaviour.tellEnd) continue
    const ending = {
      sessionId,
      agentName: name,
      version: label,
      status,
      history: [...context.store.transcript(sessionId)],
      variables: structuredClone(variables),
      state: structuredClone(state),
      now: showInstant(context.clock.now()),
    }
    context.work?.afterwards.push(() => {
      const telling = import('../agents/remote/remote-agent.ts').then(({ noticeEnd }) => noticeEnd(behaviour, ending))
      context.telling.add(telling)
      telling.finally(() => context.telling.delete(telling))
    })
  }
}

/** Forgets a session nobody will ask for, unless its end concerns others: who hears of it, got a message or call. */
export function forgetSession({ store, directory }: ServiceContext, sessionId: string): void {
  const session = store.session(sessionId)
  if (session === undefined || session.call !== null || store.messagesOf(sessionId).length > 0) return
  const { agents = [] } = directory.find(session.workspace) ?? {}
  const tellsEnd = agents.flatMap(versionsOf).some(({ behaviour }) => behaviour.kind === 'remote' && behaviour.tellEnd)
  if (tellsEnd) return
  store.dropSession(sessionId)
  for (const kind of ['idle', 'end']) store.dropTimer(`${kind} ${sessionId}`)
}
