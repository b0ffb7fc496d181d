import { isJsonObject, type JsonObject, type JsonValue } from '../../../base/json/json.ts'
import { withoutMembers } from '../../../base/json/walk-json.ts'
import { UnsetVariable } from '../../../base/secrets/environment.ts'
import type { HttpAgent } from '../../workspace/agent.ts'
import { AgentError, type AgentTurn } from '../../workspace/agent-function.ts'
import { readyMapping } from '../../workspace/http-agent.ts'
import { argumentsIn, readNames } from '../../workspace/request-template.ts'
import { describeContent, newWords } from '../content-items.ts'
import { makeRequest, type ToolRequest } from '../tools/make-request.ts'
import { toChat, toWire } from './chat-messages.ts'
import { readMapped } from './read-mapped.ts'
import { readStream } from './read-stream.ts'
import type { Ask } from './remote-version.ts'

/** Asks with a request of the version's form, reads by its mapping, and keeps the id of the agent's session. */
export const askHttp: Ask = async function* (version, far, turn, notes) {
  const { http } = version
  if (http === undefined) throw new AgentError('the version does not say what to send', 'script')
  const { url, method, headers, body } = requestOf(http, turn)
  const accept = http.streams ? 'text/event-stream, application/json;q=0.9' : 'application/json'
  const init: RequestInit = { method, headers: { ...headers, accept }, ...(body === undefined ? {} : { body }) }
  const answer = await far.fetch(url, init)
  let mapping = http.answer
  let document: JsonValue
  const isStream = /event-stream/i.test(answer.headers.get('content-type') ?? '')
  if (isStream && !http.streams)
    throw far.fail('answers with a stream of events: write stream: sse beside its url', 'script')
  if (isStream) {
    const read = await readStream(answer, far)
    mapping = { ...readyMapping(read.protocol), ...mapping }
    document = far.conceal(read.document)
  } else {
    document = await far.json(answer)
    if (mapping.reply === undefined)
      throw far.fail(
        'answers with JSON, and not with a stream of events (text/event-stream): answer: has no reply',
        'script',
      )
  }
  const { parts, session, showsCalls, begun } = readMapped(document, mapping, far, version, turn)
  if (!showsCalls) notes.hides('http')
  if (session !== null || begun > 0)
    turn.state.remote = { ...(session === null ? {} : { session }), turns: begun, agent: turn.agentName }
  yield* parts
}

/** The request of a turn. @throws AgentError that names what cannot be filled in */
function requestOf({ request, answer }: HttpAgent, turn: AgentTurn): ToolRequest {
  const { sessionId, variables } = turn
  const { session, agent } = isJsonObject(turn.state.remote) ? turn.state.remote : {}
  const state = agent === turn.agentName ? session : undefined // another agent has sessions of its own
  const names = argumentsIn([request.url, request.headers, request.body ?? null])
  const missingDetail = names.find((name) => name.startsWith('metadata.') && !Object.hasOwn(variables, name.slice(9)))
  if (missingDetail !== undefined)
    throw new AgentError(
      `the request needs {{${missingDetail}}}, and the customer's details have no ${missingDetail.slice(9)}`,
      'script',
    )
  // the far side names the session, so a member for its id is left out until it has
  const begins = answer.session !== undefined && state === undefined
  const { body, ...rest } = request
  const source = {
    ...rest,
    ...(body === undefined ? {} : { body: begins ? withoutMembers(body, isSessionAlone) : body }),
  }
  const values = { ...valuesOf(turn, names), sessionId: state ?? sessionId, metadata: variables }
  try {
    return makeRequest(source, values, variables, { read: readNames, exact: true })
  } catch (error) {
    if (error instanceof UnsetVariable)
      throw new AgentError(`the request needs the environment variable ${error.variable}, which is not set`, 'script')
    throw error instanceof AgentError
      ? error
      : new AgentError(`the request cannot be made: ${(error as Error).message}`, 'script')
  }
}

/** What the names of a request stand for. */
function valuesOf(turn: AgentTurn, names: readonly string[]): JsonObject {
  const { attachments, context, agentName, version, occasion, now } = turn
  const words = newWords(turn).filter(({ type }) => type === 'text' || !names.includes('attachments'))
  const message = words.map(describeContent).join('\n')
  const before = toChat(turn).slice(0, -1).map(toWire)
  return {
    message,
    history: before,
    uiMessages: names.includes('uiMessages') ? uiMessagesOf([...before, { role: 'user', content: message }]) : [],
    attachments: [...attachments],
    context: context ?? '',
    agent: agentName,
    version,
    occasion,
    now,
  }
}

/** Messages as the AI SDK's chat has them: texts alone, since an agent of its own keeps the calls. */
function uiMessagesOf(messages: readonly JsonObject[]): JsonObject[] {
  return messages.flatMap(({ role, content }, index) => {
    if (role === 'tool' || typeof content !== 'string') return []
    return [{ id: `message-${index + 1}`, role: role as string, parts: [{ type: 'text', text: content }] }]
  })
}

function isSessionAlone(_: string, text: JsonValue): boolean {
  if (typeof text !== 'string') return false
  const [only, ...more] = readNames(text)
  return more.length === 0 && only?.kind === 'argument' && only.text === 'sessionId'
}
