import { distinctIds } from '../../../base/distinct-ids.ts'
import { countValues } from '../../../base/group-by.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../../../base/json/json.ts'
import { cutText } from '../../../base/privacy/cut.ts'
import { isBlank } from '../../../base/text/characters.ts'
import { count, listSome } from '../../../base/text/wording.ts'
import { describeFlaw, flawOf } from '../../../wire/models/whole-answer.ts'
import type { AgentError, AgentTurn } from '../../workspace/agent-function.ts'
import { layerOfError } from '../code/layer-of-error.ts'
import { fillJson, substitute } from '../fill-template.ts'
import { type ChatMessage, toChat, toWire, withRefusal } from './chat-messages.ts'
import type { FarSide } from './far-side.ts'
import { type Ask, answerCall, handoffBy, type RemoteVersion, toolsOf } from './remote-version.ts'

/** Asks over OpenAI's chat completions, with the whole session; the tools it asks for run until it answers. */
export const askChatCompletions: Ask = async function* (version, far, turn, { hides }) {
  const address = new URL(far.url)
  if (!/\/chat\/completions\/?$/.test(address.pathname))
    address.pathname = `${address.pathname.replace(/\/$/, '')}/chat/completions`
  const messages: JsonValue[] = [...systemOf(version, turn), ...toChat(turn)].map(toWire)
  const called: string[] = []
  for (let step = 1; ; step += 1) {
    const answer = await far.post(address, bodyOf(version, turn, messages), { 'x-session-id': turn.sessionId })
    refuseOther(answer, turn, far)
    const usage = usageOf(answer, version, turn)
    if (usage !== null) yield { usage }
    const { message, ending } = choiceOf(answer, far)
    const wantedCalls = callsOf(message, messages, far)
    refuseUnfinished(message, ending, wantedCalls.length, far)
    const reasoningText = message.reasoning_content ?? message.reasoning
    if (typeof reasoningText === 'string' && reasoningText.trim() !== '') yield { think: reasoningText.trim() }
    const text = textOf(message, far)
    yield* handoffBy(version, message.name)
    // beside calls, an empty text is no message; alone it is one, and a law says so
    if (!isBlank(text) || wantedCalls.length === 0) yield text
    if (wantedCalls.length === 0) {
      if (version.offered.length === 0 && called.length === 0) hides('chat completions')
      return
    }
    called.push(...wantedCalls.map(({ name }) => name))
    // At the last step nothing more is called: a call would take effect, and the agent would never hear of it.
    if (step >= version.steps) throw endless(far, step, called)
    const results: JsonValue[] = []
    for (const call of wantedCalls) {
      const content = yield* answerCall(version, far, turn, call)
      if (content === null) return
      results.push(toWire({ role: 'tool', callId: call.id, content }))
    }
    const toolCalls = Array.isArray(message.tool_calls) ? message.tool_calls : []
    const calls = toolCalls.map((call, index) => ({ ...(call as JsonObject), id: wantedCalls[index]?.id ?? '' }))
    messages.push({ ...message, tool_calls: calls }, ...results)
  }
}

/** The error for an endless loop of tool calls. */
export function endless(far: FarSide, steps: number, called: readonly string[]): AgentError {
  const list = [...countValues(called)].map(([each, number]) => `${each} ${count(number, 'time')}`)
  return far.fail(
    `asked for tools in each of ${count(steps, 'step')} and came to no answer: ${listSome(list, 8)}; steps: allows more`,
  )
}

function systemOf({ prompt }: RemoteVersion, { variables, context }: AgentTurn): ChatMessage[] {
  const texts = [
    ...prompt.map((text) => substitute(text, variables)),
    ...(context === null || context === '' ? [] : [`For this reply alone:\n${substitute(context, variables)}`]),
  ].filter((text) => text.trim() !== '')
  return texts.length === 0 ? [] : [{ role: 'system', content: texts.join('\n\n') }]
}

function bodyOf(version: RemoteVersion, turn: AgentTurn, messages: JsonValue[]): JsonObject {
  const { model, body } = version
  const list = toolsOf(version).map(({ name, description, parameters }) => ({
    type: 'function',
    function: { name, description, parameters },
  }))
  return {
    user: turn.sessionId,
    ...(fillJson(body, { values: {}, variables: turn.variables }) as JsonObject),
    model: model ?? turn.agentName,
    messages,
    stream: false,
    ...(list.length === 0 ? {} : { tools: list }),
  }
}

/** The agent's message and the finish reason, which many leave out. */
function choiceOf(answer: JsonValue, far: FarSide): { message: JsonObject; ending: string | null } {
  if (!isJsonObject(answer)) throw far.fail(answer === null ? 'answers with nothing' : 'answers with no object')
  if (answer.error !== undefined && answer.error !== null) {
    const reason = isJsonObject(answer.error) ? answer.error.message : answer.error
    throw far.fail(
      `answers with an error: ${cutText(JSON.stringify(reason ?? answer.error), 300)}`,
      layerOfError(answer),
    )
  }
  const choice = Array.isArray(answer.choices) ? answer.choices[0] : undefined
  const { message, finish_reason: ending } = isJsonObject(choice) ? choice : {}
  if (!isJsonObject(message))
    throw far.fail(
      'answers with JSON that is no chat completion: it has no choices[0].message; an answer of its own form is read by http: (docs/your-agent-remote.md)',
    )
  const { role } = message
  if (role !== undefined && role !== null && role !== 'assistant')
    throw far.fail(`answers with a message of the role ${cutText(JSON.stringify(role), 40)}: its own is assistant`)
  return { message, ending: typeof ending === 'string' ? ending : null }
}

/** Refuses an answer that was cut off: it does not show what the agent would have said. */
function refuseUnfinished(
  { function_call: old }: JsonObject,
  ending: string | null,
  calls: number,
  far: FarSide,
): void {
  if (old !== undefined && old !== null)
    throw far.fail('calls by function_call, which is the older form of tool_calls and is not understood')
  const flaw = flawOf(ending, calls)
  if (flaw === null) return
  const how = describeFlaw(flaw, ending ?? '')
  throw far.fail(`gives an answer that ${how} (finish_reason ${cutText(ending ?? '', 40)})`, 'service')
}

/** Refuses an answer that names another session. */
function refuseOther(answer: JsonValue, { sessionId }: AgentTurn, far: FarSide): void {
  if (!isJsonObject(answer)) return
  for (const key of ['session_id', 'sessionId']) {
    const answerSession = answer[key]
    if (answerSession !== undefined && answerSession !== null && answerSession !== sessionId)
      throw far.fail(
        `answers for another session, ${cutText(JSON.stringify(answerSession), 100)}: this one is ${sessionId}`,
      )
  }
}

/** The text of a message whose content is a text or a list of parts, and its refusal. */
function textOf({ content, refusal }: JsonObject, far: FarSide): string {
  const declined = typeof refusal === 'string' ? refusal : ''
  if (content === null || content === undefined) return declined.trim()
  if (typeof content === 'string') return withRefusal(content, declined)
  if (!Array.isArray(content)) throw far.fail('answers with a content that is neither a text nor a list of parts')
  const texts = content.map((part): string => {
    const { type, text, refusal: declined } = isJsonObject(part) ? part : {}
    if ((type === 'text' || type === 'output_text') && typeof text === 'string') return text
    if (type === 'refusal' && typeof declined === 'string') return declined
    throw far.fail(`answers with a part of a kind that is not known: ${cutText(JSON.stringify(part), 120)}`)
  })
  return withRefusal(texts.join(''), declined)
}

/** The calls of a message. Each has an id that no other has, also where the far side gives one twice or none at all. */
function callsOf(
  { tool_calls: toolCalls }: JsonObject,
  before: readonly JsonValue[],
  far: FarSide,
): { id: string; name: string; written: JsonValue | undefined }[] {
  if (toolCalls === null || toolCalls === undefined) return []
  if (!Array.isArray(toolCalls)) throw far.fail('answers with tool_calls that are no list')
  const ids = distinctIds(idsOf(toolCalls), before.flatMap(idsOfMessage))
  return toolCalls.map((each, index) => {
    const { name, arguments: rawArguments } = isJsonObject(each) && isJsonObject(each.function) ? each.function : {}
    if (typeof name !== 'string')
      throw far.fail(`answers with a call that has no name: ${cutText(JSON.stringify(each), 120)}`)
    return { id: ids[index] ?? '', name, written: rawArguments }
  })
}

function idsOfMessage(message: JsonValue): string[] {
  return isJsonObject(message) && Array.isArray(message.tool_calls) ? idsOf(message.tool_calls) : []
}

function idsOf(calls: readonly JsonValue[]): string[] {
  return calls.map((call) => (isJsonObject(call) && typeof call.id === 'string' ? call.id : ''))
}

function usageOf(
  answer: JsonValue,
  { model }: RemoteVersion,
  { agentName }: AgentTurn,
): { model: string; inputTokens: number; outputTokens: number } | null {
  const { usage, model: answered } = isJsonObject(answer) ? answer : {}
  if (!isJsonObject(usage)) return null
  const { prompt_tokens: inputTokens, completion_tokens: outputTokens } = usage
  if (typeof inputTokens !== 'number' || typeof outputTokens !== 'number') return null
  return { model: typeof answered === 'string' ? answered : (model ?? agentName), inputTokens, outputTokens }
}
