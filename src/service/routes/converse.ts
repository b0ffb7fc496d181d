import type { ChatRequest } from '../../api/chat.ts'
import type { TranscriptEntry } from '../../api/transcript-entry.ts'
import type { Line, Performance } from '../agents/line.ts'
import { performReplay } from '../agents/perform-replay.ts'
import { performScripted } from '../agents/perform-scripted.ts'
import { type Pen, writeLines, writeUser } from '../agents/write-entries.ts'
import type { Refusal } from '../answer.ts'
import type { SessionRecord } from '../store/session-record.ts'
import type { AgentVersion } from '../workspace/agent.ts'
import type { Call, ServiceContext } from './context.ts'

const busy = new WeakMap<SessionRecord, Promise<unknown>>()

/** Plays one turn of a session and stores it. Turns of one session wait for each other, in the order they came (CHA-36). */
export async function converse(
  session: SessionRecord,
  chat: ChatRequest,
  version: AgentVersion,
  call: Call,
): Promise<{ entries: TranscriptEntry[] } | Refusal> {
  const before = busy.get(session)
  if (before === undefined && delayOf(version, session) === 0) return play(session, chat, version, call)
  const turn = (async () => {
    await before
    await new Promise((resolve) => setTimeout(resolve, delayOf(version, session)))
    return play(session, chat, version, call)
  })()
  busy.set(session, turn)
  return turn.finally(() => {
    if (busy.get(session) === turn) busy.delete(session)
  })
}

function delayOf({ behaviour }: AgentVersion, session: SessionRecord): number {
  if (behaviour.kind === 'scripted') return behaviour.delayMs
  const recording = behaviour.recordings.find(({ id }) => id === session.state.recording) ?? behaviour.recordings[0]
  return recording?.turns[session.turns]?.delayMs ?? 0
}

function play(
  session: SessionRecord,
  chat: ChatRequest,
  version: AgentVersion,
  { context }: Call,
): { entries: TranscriptEntry[] } | Refusal {
  const message = chat.message === undefined || chat.message === '' ? null : chat.message
  Object.assign(session.variables, chat.metadata)
  const performed = perform(session, message, chat, version)
  if ('errorCode' in performed) return performed
  const pen = takePen(session, context)
  const pre = performed.lines.filter(isPre)
  const entries = [
    ...writeLines(pre, pen),
    ...(message === null
      ? []
      : [writeUser(message, chat.attachments ?? [], session.participant.number ?? session.participant.email, pen)]),
    ...writeLines(
      performed.lines.filter((line) => !isPre(line) && !isPost(line)),
      pen,
    ),
  ]
  const post = writeLines(performed.lines.filter(isPost), pen)
  session.transcript.push(...entries, ...post)
  session.turns += 1
  session.status = performed.ended ? 'completed' : 'active'
  session.versionLabel = version.label
  session.updatedAt = Math.max(session.createdAt, context.clock.now())
  context.store.put(session)
  return { entries }
}

function perform(
  session: SessionRecord,
  message: string | null,
  chat: ChatRequest,
  version: AgentVersion,
): Performance | Refusal {
  const { variables, state, turns } = session
  const agentName = chat.agentName ?? session.agentName
  if (version.behaviour.kind === 'replay') {
    const replayed = performReplay(version.behaviour, { agentName, message, variables, turn: turns, state })
    return replayed.ok ? replayed.performance : { errorCode: 'localReplayExhausted', message: replayed.reason }
  }
  const speaker = { agentName: typeof state.speaker === 'string' ? state.speaker : agentName }
  const context = chat.chatOptions?.additionalContext ?? null
  const performance = performScripted(version.behaviour, {
    version,
    message,
    first: turns === 0,
    variables,
    state,
    speaker,
    context,
  })
  if (speaker.agentName !== agentName) state.speaker = speaker.agentName
  return performance
}

/** Functions of the phase pre run before the first message, those of post after the last one, and appear only in the stored session (TRN-20, TRN-21). */
function isPre(line: Line): boolean {
  return line.kind === 'call' && line.phase === 'pre'
}

function isPost(line: Line): boolean {
  return line.kind === 'call' && line.phase === 'post'
}

function takePen(session: SessionRecord, { clock, newId }: ServiceContext): Pen {
  session.latest = Math.max(session.latest, clock.now() - 1)
  return {
    stamp(afterMs = 1) {
      session.latest += Math.max(1, afterMs)
      return new Date(session.latest).toISOString()
    },
    callId: () => `call_${newId()}`,
  }
}
