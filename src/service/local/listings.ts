import type { JsonValue } from '../../base/json/json.ts'
import { parseIfJson } from '../../base/json/json-text.ts'
import { cutText } from '../../base/privacy/cut.ts'
import { withinLimit } from '../../base/time-limit.ts'
import { refuse } from '../answer/answer.ts'
import type { ServiceContext } from '../context/context.ts'
import { buildSession, lastChangeOf } from '../routes/build-session.ts'
import type { OutboxMessage, SessionRecord, Store } from '../store/store.ts'
import { showInstant } from '../time/clock.ts'
import { answerJson, type LocalHandler, listRecords, refuseUnknown } from './local-call.ts'

/** `GET /_local/sessions?limit=`: sessions of all workspaces, newest first, without transcripts. */
export const showSessions: LocalHandler = ({ context, url }) => {
  const limit = Math.min(10_000, Number(url.searchParams.get('limit') ?? 200) || 200)
  return answerJson({
    count: context.store.countSessions(),
    sessions: listRecords(context.store.newestSessions(limit), (record) => summariseSession(context.store, record)),
  })
}

/** `GET /_local/sessions/{sessionId}`: a session as the session fetch shows it, from any workspace. */
export const showLocalSession: LocalHandler = ({ context, parameter, url }) => {
  const record = context.store.session(parameter)
  if (record === undefined) return refuseUnknown('there is no session of this id')
  return answerJson({ workspace: record.workspace, session: buildSession(context, record, url.origin) })
}

export function summariseSession(store: Store, record: SessionRecord): object {
  const { sessionId, workspace, agentName, versionLabel, channelType, channelName, participant, status, turns } = record
  return {
    sessionId,
    workspace,
    agentName,
    version: versionLabel,
    channelType,
    channelName,
    participant: participant.name ?? participant.id,
    status,
    turns,
    firstWords: firstWords(store, sessionId),
    createdAt: showInstant(record.createdAt),
    updatedAt: showInstant(lastChangeOf(record)),
  }
}

/** Customers' first words, cached: transcripts only grow, and the page asks for hundreds each second. */
const namesByStore = new WeakMap<Store, Map<string, string>>()

/** The customer's first words, at most a hundred characters; null until there are any. */
function firstWords(store: Store, sessionId: string): string | null {
  const wordsBySession = namesByStore.get(store) ?? new Map<string, string>()
  namesByStore.set(store, wordsBySession)
  const before = wordsBySession.get(sessionId)
  if (before !== undefined) return before
  const entry = store.transcript(sessionId).find((each) => each.type === 'message' && each.role === 'user')
  const text =
    entry?.type === 'message'
      ? entry.content
          .flatMap((item) => ('text' in item ? [item.text] : []))
          .join(' ')
          .trim()
      : ''
  if (text === '') return null
  const words = cutText(text, 100)
  wordsBySession.set(sessionId, words)
  return words
}

/** `GET /_local/outbox?limit=`: sent and waiting messages, newest first. */
export const showOutbox: LocalHandler = ({ context, url }) => {
  const limit = Math.min(10_000, Number(url.searchParams.get('limit') ?? 1_000) || 1_000)
  return answerJson({
    count: context.store.countMessages(),
    messages: listRecords(context.store.newestMessages(limit), buildMessage),
  })
}

/** `DELETE /_local/outbox/{sessionId}`: cancels messages that have not been sent yet (SCH-20). */
export const stopMessage: LocalHandler = ({ context, parameter }) => {
  const { store } = context
  const waiting = store.messagesOf(parameter).filter(({ status }) => status === 'waiting')
  if (waiting.length === 0) return refuseUnknown('no message of this session waits to be sent')
  store.transact(() => {
    for (const message of waiting) {
      store.dropTimer(`send ${message.id}`)
      store.putMessage({ ...message, status: 'stopped' })
    }
  })
  return answerJson({ stopped: waiting.map(({ id }) => id) })
}

export function buildMessage({ due, sentAt, ...message }: OutboxMessage): object {
  return {
    ...message,
    due: showInstant(due),
    sentAt: sentAt === null ? null : showInstant(sentAt),
  }
}

/** How long the function of a workspace's state may take, in milliseconds. */
const mostMs = 10_000

/** `GET /_local/sessions/{sessionId}/state`: the tools' state, from the workspace's own function, asked like a tool. */
export const showToolState: LocalHandler = async ({ context, parameter }) => {
  const record = context.store.session(parameter)
  if (record === undefined) return refuseUnknown('there is no session of this id')
  const { sessionId, agentName, variables, workspace } = record
  return tellState(context, workspace, { sessionId, agentName, variables })
}

/** The session id under which the state is asked before any session: no tool is ever called in it. */
const unbegun = 'not-begun'

/** `GET /_local/agents/{agent}/state`: the same, as it is before any session of the agent has called a tool. */
export const showToolStateBefore: LocalHandler = async ({ context, parameter }) => {
  const workspace = context.directory.all().find(({ agents }) => agents.some(({ name }) => name === parameter))
  if (workspace === undefined) return refuseUnknown(`there is no agent "${parameter}"`)
  return tellState(context, workspace.name, { sessionId: unbegun, agentName: parameter, variables: {} })
}

async function tellState(
  context: ServiceContext,
  name: string,
  caller: Pick<SessionRecord, 'sessionId' | 'agentName' | 'variables'>,
): Promise<Response> {
  const place = context.directory.find(name)?.state
  if (place === undefined) return refuseUnknown(`the workspace ${name} has no state: in its workspace.yaml`)
  const code = context.agentCode.now()
  code.enter()
  try {
    const run = await code.tool(place)
    const output = await withinLimit(mostMs, context.closing, async ({ signal }) => run({}, { ...caller, signal }))
    return answerJson({ state: readState(output) })
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error)
    return refuse({ errorCode: 'validationError', message: `the state of the tools cannot be told: ${words}` })
  } finally {
    code.leave()
  }
}

/** Parses the state: a function in the code thread returns its output as text. */
function readState(output: JsonValue): JsonValue {
  if (typeof output !== 'string') return output
  const state = parseIfJson(output)
  return state === undefined ? output : state
}
