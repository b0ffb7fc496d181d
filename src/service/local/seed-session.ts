import { z } from 'zod'
import { agentVersionShape, jsonObject } from '../../wire/api/member-shapes.ts'
import { type TranscriptEntry, transcriptEntryShape } from '../../wire/api/transcript-entry.ts'
import { findVersion } from '../agents/find-version.ts'
import { chooseRecording } from '../agents/perform-replay.ts'
import { openPen } from '../agents/write-entries.ts'
import { refuse } from '../answer/answer.ts'
import { createAuthenticator } from '../rules/authenticate.ts'
import type { SessionRecord } from '../store/store.ts'
import { openSession, watchIdle } from '../turn/session.ts'
import type { VersionedAgent } from '../workspace/agent.ts'
import { argumentsIn } from '../workspace/request-template.ts'
import { addresseeOf } from '../workspace/scalar-shapes.ts'
import { answerJson, type LocalHandler, refuseUnknown, withBody, workspaceOf } from './local-call.ts'

const shape = z.strictObject({
  workspace: z.string().exactOptional(),
  agentName: z.string().min(1),
  agentVersion: agentVersionShape.exactOptional(),
  metadata: jsonObject.exactOptional(),
  customerNumber: z.string().exactOptional(),
  customerEmail: z.string().exactOptional(),
  transcript: z.array(transcriptEntryShape).min(1),
})

/**
 * `POST /_local/sessions` with `{ agentName, agentVersion, metadata, customerNumber, customerEmail, transcript }`:
 * a text session that begins with these entries, with times and call ids of its own: `{ sessionId, transcript }`.
 */
export const seedSession: LocalHandler = withBody(shape, ({ request, context }, body) => {
  const { workspace: workspaceName, agentName, agentVersion, metadata = {}, customerNumber, customerEmail } = body
  const key = createAuthenticator(context.directory)(request.headers.get('x-api-key'))
  const workspace =
    workspaceName === undefined && key.ok ? key.workspace : workspaceOf(context, agentName, workspaceName)
  if (workspace === undefined) return refuseUnknown(`there is no workspace "${workspaceName ?? ''}"`)
  const lookup = findVersion(workspace, agentName, agentVersion)
  if (!lookup.ok) return refuse(lookup.refusal)
  const why = keptElsewhere(lookup.version)
  if (why !== null) return refuse({ errorCode: 'localHistoryNotTaken', message: `${agentName} ${why}` })
  const { transcript } = body
  const unknown = transcript.findIndex(({ type }) => type === 'unknown')
  if (unknown !== -1)
    return refuse({
      errorCode: 'validationError',
      message: `transcript[${unknown}]: expected an entry of a known type`,
    })
  const session = openSession(context, {
    workspace: workspace.name,
    agentName,
    versionLabel: lookup.version.label,
    participant: {
      number: customerNumber === undefined ? null : addresseeOf('waChat', customerNumber),
      email: customerEmail ?? null,
    },
  })
  Object.assign(session.variables, metadata)
  const entries = restamp(transcript, session, context.newId)
  Object.assign(session, positionAfter(entries, session, lookup.version))
  context.store.transact(() => {
    context.store.putSession(session)
    context.store.appendEntries(session.sessionId, entries)
    watchIdle(context, workspace, session)
  })
  context.timeline.arm()
  return answerJson({ sessionId: session.sessionId, transcript: entries })
})

/** Why what was said cannot be given to an agent; null where it is given the whole talk with each turn. */
function keptElsewhere({ behaviour }: VersionedAgent): string | null {
  if (behaviour.kind !== 'remote') return null
  const { protocol, http } = behaviour
  if (protocol === 'a2a') return 'is asked over A2A, and keeps what was said before to itself'
  if (protocol !== 'http' || http === undefined) return null
  const names = argumentsIn(JSON.parse(JSON.stringify(http.request)))
  if (names.some((name) => name === 'history' || name === 'uiMessages')) return null
  return 'is not sent what was said before: its request has no {{history}}'
}

/** The entries with times and call ids of this session; whatever was said keeps its order. */
function restamp(
  transcript: readonly TranscriptEntry[],
  session: SessionRecord,
  newId: () => string,
): TranscriptEntry[] {
  const pen = openPen(session, session.time, newId)
  const ids = new Map<string, string>()
  const idOf = (key: string): string => {
    const id = ids.get(key) ?? pen.callId()
    ids.set(key, id)
    return id
  }
  return transcript.map((entry): TranscriptEntry => {
    if (entry.type === 'unknown') return entry
    const timestamp = pen.stamp(0)
    if (entry.type === 'function_call') {
      ids.delete(entry.call_id)
      return { ...entry, call_id: idOf(entry.call_id), timestamp }
    }
    if (entry.type === 'function_call_output') return { ...entry, call_id: idOf(entry.call_id), timestamp }
    if (entry.type !== 'message') return { ...entry, timestamp }
    return { ...entry, agentName: entry.role === 'user' ? null : (entry.agentName ?? session.agentName), timestamp }
  })
}

/** Where the talk stands after its entries: how many turns it had, who speaks, and which recording it follows. */
function positionAfter(
  entries: readonly TranscriptEntry[],
  { agentName, variables }: SessionRecord,
  { behaviour }: VersionedAgent,
): Pick<SessionRecord, 'turns' | 'state'> {
  let turns = 0
  let answered = true
  for (const entry of entries) {
    const isUser = entry.type === 'message' && entry.role === 'user'
    const opens = entry.type === 'message' && entry.role === 'assistant' && turns === 0
    if ((isUser && answered) || opens) turns += 1
    answered = !isUser && turns > 0
  }
  const state: SessionRecord['state'] = {}
  const speaker = entries.findLast((entry) => entry.type === 'message' && entry.role === 'assistant')
  if (speaker?.type === 'message' && speaker.agentName !== null && speaker.agentName !== agentName)
    state.speaker = speaker.agentName
  if (behaviour.kind === 'replay') {
    const first = entries.find((entry) => entry.type === 'message' && entry.role !== 'backgroundAgent')
    const message = first?.type === 'message' && first.role === 'user' ? textOf(first) : null
    const recording = chooseRecording(behaviour.recordings, { message, variables, state, turn: 0 })
    if (recording !== undefined) state.recording = recording.id
    if (message === null && recording?.turns[0]?.user !== undefined) state.opened = true
  }
  return { turns: Math.max(1, turns), state }
}

function textOf({ content }: TranscriptEntry & { type: 'message' }): string {
  return content.flatMap((item) => (item.type === 'text' ? [item.text] : [])).join('\n')
}
