import { isJsonObject, type JsonObject, type JsonValue } from '../../../base/json/json.ts'
import { isSameSession } from '../../../wire/api/same-session.ts'
import type { AgentPart, AgentTurn } from '../../workspace/agent-function.ts'
import { readPart } from '../read-part.ts'
import type { FarSide } from './far-side.ts'
import type { Ask, SessionEnded } from './remote-version.ts'

/** The version of request and answer. Within one version, members are only ever added. */
const wireVersion = 1

/** Posts the turn. Answers are `{ version: 1, parts: [...], state?, sessionId? }` or `{ reply: "..." }`. */
export const askWebhook: Ask = async function* ({ opening }, far, turn, { hides }) {
  const { occasion, sessionId, message, context } = turn
  const prompt = occasion === 'open' ? (turn.opening ?? (opening === '' ? null : opening)) : null
  const own = { message, attachments: [...turn.attachments], context, opening: prompt }
  const answer = await far.post(far.url, bodyOf(occasion, turn, own), { 'x-session-id': sessionId })
  const { parts, state } = readAnswer(answer, turn, far)
  if (isJsonObject(answer) && answer.reply !== undefined) hides('webhook')
  if (state !== undefined) turn.state.remote = state
  yield* parts
}

/** Posts that a session is over, with the same members as a turn. The answer is ignored. */
export async function postSessionEnd(far: FarSide, ended: SessionEnded): Promise<void> {
  const { sessionId, status } = ended
  await far.post(far.url, bodyOf('end', ended, { event: 'end', status }), { 'x-session-id': sessionId })
}

/** The members of a turn or of an end; `own` has those that the other lacks, or has as nothing. */
function bodyOf(
  occasion: AgentTurn['occasion'],
  { sessionId, agentName, version, history, variables, state, now }: Omit<SessionEnded, 'status'>,
  own: JsonObject,
): JsonObject {
  return {
    version: wireVersion,
    occasion,
    sessionId,
    agent: agentName,
    agentVersion: version,
    message: null,
    attachments: [],
    history: history as unknown as JsonValue,
    variables,
    context: null,
    opening: null,
    state: state.remote ?? {},
    now,
    ...own,
  }
}

function readAnswer(
  answer: JsonValue,
  { sessionId, occasion }: AgentTurn,
  far: FarSide,
): { parts: AgentPart[]; state?: JsonObject } {
  if (answer === null && occasion !== 'reply') return { parts: [] }
  if (!isJsonObject(answer)) {
    const form = 'an answer is { "version": 1, "parts": [...] } or { "reply": "..." }'
    throw far.fail(`${answer === null ? 'answers with nothing' : 'answers with no object'}: ${form}`)
  }
  if (answer.version !== undefined && answer.version !== wireVersion)
    throw far.fail(`answers in version ${JSON.stringify(answer.version)}, and only version ${wireVersion} is known`)
  if (
    answer.sessionId !== undefined &&
    !(typeof answer.sessionId === 'string' && isSameSession(answer.sessionId, sessionId))
  )
    throw far.fail(`answers for another session, ${JSON.stringify(answer.sessionId)}: this one is ${sessionId}`)
  const { state } = answer
  if (state !== undefined && !isJsonObject(state)) throw far.fail('answers with a state that is no object')
  const parts = partsOf(answer, far)
  return state === undefined ? { parts } : { parts, state }
}

function partsOf(answer: JsonObject, far: FarSide): AgentPart[] {
  const { reply, parts } = answer
  if (reply !== undefined && parts !== undefined)
    throw far.fail('answers with reply and parts at once: one of them says all')
  if (reply !== undefined) {
    if (typeof reply !== 'string') throw far.fail('answers with a reply that is no text')
    return [reply]
  }
  if (answer.version === undefined)
    throw far.fail(`answers with ${shownKeys(answer)}: it needs "reply", or "version": ${wireVersion} with "parts"`)
  if (!Array.isArray(parts)) throw far.fail('answers without parts: they are a list of what the agent says and does')
  return parts.map((part, index): AgentPart => {
    try {
      return readPart(part) as AgentPart
    } catch (error) {
      throw far.fail(`answers with a part that is none, number ${index + 1}: ${(error as Error).message}`)
    }
  })
}

function shownKeys(answer: JsonObject): string {
  const keys = Object.keys(answer).slice(0, 8)
  return keys.length === 0 ? 'an object without members' : `the members ${keys.join(', ')}`
}
