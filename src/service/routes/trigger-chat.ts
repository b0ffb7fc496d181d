import type { ChatRequest } from '../../api/chat.ts'
import { suggest } from '../../base/suggest.ts'
import { resolveVersion } from '../agents/resolve-version.ts'
import { accept, type Refusal, refuse } from '../answer.ts'
import { readChatBody } from '../rules/chat-body.ts'
import { refuseInline } from '../rules/inline-chat.ts'
import { readBody } from '../rules/read-body.ts'
import type { SessionRecord } from '../store/session-record.ts'
import type { AgentVersion } from '../workspace/agent.ts'
import type { Call, Handler } from './context.ts'
import { converse } from './converse.ts'
import { openSession } from './open-session.ts'

/** `POST /api/chat-agent/trigger`. Refusals come in the order of ENV-22. */
export const triggerChat: Handler = async (call) => {
  const read = await readBody(call.request)
  if (!read.ok) return refuse(read.refusal)
  const checked = readChatBody(read.body)
  if (!checked.ok) return refuse(checked.refusal)
  const { chat } = checked
  if (chat.doReturnResponse !== true) {
    return refuse({
      errorCode: 'localNotImplemented',
      message: 'the local service does not dispatch messages yet; use doReturnResponse: true',
    })
  }
  const refusal = refuseInline(chat, call.workspace)
  if (refusal !== null) return refuse(refusal)
  const found = findSession(call, chat)
  if ('errorCode' in found) return refuse(found)
  const version = findVersion(call, chat)
  if ('errorCode' in version) return refuse(version)
  const session = found.session ?? openSession(call, chat, version)
  const slice = await converse(session, chat, version, call)
  if ('errorCode' in slice) return refuse(slice)
  const decision =
    checked.unknown.length > 0
      ? 'ENV-12'
      : found.session !== null && found.session.agentName !== chat.agentName
        ? 'CHA-31'
        : undefined
  return accept({ sessionId: session.sessionId, transcript: slice.entries }, decision)
}

/** The session to continue, or none for a new one. One of another workspace is forbidden (ISO-02). */
function findSession(
  { context, workspace }: Call,
  { sessionId, message }: ChatRequest,
): { session: SessionRecord | null } | Refusal {
  if (sessionId === undefined) return { session: null }
  const session = context.store.get(sessionId)
  if (session === undefined) return { errorCode: 'sessionNotFound', message: 'there is no session of this id' }
  if (session.workspace !== workspace.name)
    return { errorCode: 'forbidden', message: 'the session belongs to another workspace' }
  if (message === undefined || message === '') {
    return { errorCode: 'messageRequired', message: 'a running conversation needs a message', decision: 'CHA-17' }
  }
  return { session }
}

/** The agent and its version; neither is ever replaced by another one (P4). */
function findVersion({ workspace }: Call, { agentName = '', agentVersion }: ChatRequest): AgentVersion | Refusal {
  const agent = workspace.agents.find(({ name }) => name === agentName)
  if (agent === undefined) {
    const names = workspace.agents.map(({ name }) => name)
    const near = suggest(agentName, names)
    const hint = near === undefined ? `the agents are ${names.slice(0, 12).join(', ')}` : `did you mean ${near}?`
    return {
      errorCode: 'localAgentNotFound',
      message: `there is no agent ${JSON.stringify(agentName)}; ${hint}`,
      decision: 'CHA-21',
    }
  }
  const resolved = resolveVersion(agent, agentVersion)
  return resolved.ok
    ? resolved.version
    : { errorCode: 'localAgentVersionNotFound', message: resolved.reason, decision: 'CHA-27' }
}
