import { isJsonObject, type JsonObject, type JsonValue } from '../../base/json/json.ts'
import { callMember } from '../sessions/from-messages.ts'
import { piecesOfText } from './marked-text.ts'
import { listOf, objectOf, objectsIn, readMoment, textIn, textOf, unpack } from './members.ts'
import { callAndOutput, callOf, outputPiece, type PartSpeaker, piecesOfPart, writeOutput } from './read-part.ts'
import {
  cutShort,
  endedEarly,
  kindName,
  type LostPiece,
  lose,
  loseType,
  type TracePiece,
  unfinishedAnswer,
} from './trace.ts'

/** The pieces of messages in any dialect, since any tracing format may hold any. A bare text is by `speaker`. */
export function piecesOf(value: JsonValue | undefined, speaker: PartSpeaker): TracePiece[] {
  if (value === undefined || value === null) return []
  if (typeof value === 'string') return piecesOfText(value, speaker)
  if (Array.isArray(value)) return value.flatMap((each) => piecesOf(each, speaker))
  if (!isJsonObject(value)) return [lose('message', 'that is no text')]
  const message = unwrap(value)
  const { createdAt, created_at: created, timestamp, metadata } = message
  const at = readMoment(createdAt ?? created ?? timestamp ?? objectOf(metadata).createdAt)
  const agent = typeof message.agentName === 'string' ? message.agentName : null
  return cutShort(readOne(message, speaker), endOf(value, message)).map((piece) => ({
    ...piece,
    ...(at === null ? {} : { at }),
    ...(agent === null ? {} : { agent }),
  }))
}

/** How tools name whoever speaks: products that answer stand for the agent. */
const agentRoles =
  /^(?:assistant|ai|agent|model|llm|(?:chat|virtual)?[-_ ]?bot|(?:chat)?gpt(?:[-_.\d]\S*)?|bard|bing|claude\S*|copilot|gemini\S*|llama\S*)$/i
const userRoles = /^(?:user|human|customer|client|visitor|end[-_ ]?user)$/i
const toolRoles = /^(?:tool|function|observation|function_response|tool_response)$/i

/** Why an answer is incomplete, according to the answer itself or its wrappers. */
function endOf(value: JsonObject, message: JsonObject): LostPiece | null {
  if (message.role !== undefined && !agentRoles.test(textOf(message.role))) return null
  const places = [value, message, value.generation_info, message.response_metadata, message.additional_kwargs]
  return endedEarly(
    ...places.map(objectOf).flatMap((each) => [each.finish_reason, each.stop_reason, each.finishReason]),
  )
}

export function isMessage(value: unknown): boolean {
  if (!isJsonObject(value)) return false
  const message = unwrap(value)
  if (typeof message.role === 'string')
    return ['content', 'parts', 'tool_calls', 'refusal', 'function_call'].some((key) => key in message)
  return itemTypes.test(textOf(message.type))
}

const itemTypes =
  /^(?:message|function_call|function_call_output|reasoning|custom_tool_call|custom_tool_call_output|mcp_call|\w+_search_call|code_interpreter_call|computer_call|computer_call_output|image_generation_call|item_reference)$/

const langchainRoles: Record<string, string> = {
  human: 'user',
  ai: 'assistant',
  AIMessageChunk: 'assistant',
  system: 'system',
  tool: 'tool',
  function: 'tool',
  developer: 'system',
}

/** The message inside the wrappers of libraries: a LangChain dump, a choice, a generation. */
function unwrap(value: JsonObject): JsonObject {
  if (value.type === 'constructor' && Array.isArray(value.id) && isJsonObject(value.kwargs)) {
    const name = textOf(value.id.at(-1))
    const role = /^(Human|AI|System|Tool|Function|Chat)Message(?:Chunk)?$/.exec(name)?.[1]?.toLowerCase() ?? ''
    return {
      ...value.kwargs,
      role: role === 'chat' ? (value.kwargs.role ?? 'unknown') : (langchainRoles[role] ?? name),
    }
  }
  if (typeof value.role === 'string') return value
  if (isJsonObject(value.message)) return unwrap(value.message)
  const type = textOf(value.type)
  if (Object.hasOwn(langchainRoles, type) || type === 'chat') {
    const inner = isJsonObject(value.data) ? value.data : value
    return { ...inner, role: langchainRoles[type] ?? inner.role ?? 'unknown' }
  }
  return value
}

function readOne(message: JsonObject, speaker: PartSpeaker): TracePiece[] {
  if (typeof message.role === 'string') return ofRole(message, message.role)
  if (typeof message.type === 'string' && message.type !== 'message') return ofItem(message)
  if (message.role !== undefined) return [unknownRole(message.role)]
  if ('content' in message || 'parts' in message) return ofRole(message, speaker)
  if (typeof message.text === 'string') return piecesOf(message.text, speaker)
  return [lose('message', 'without a role')]
}

/** Whoever spoke may have been the user, so that what follows answers something that is not known. */
const unknownRole = (role: unknown): LostPiece => ({
  ...lose('message', `of the role ${kindName(role)}`),
  ends: 'here',
})

function ofRole(message: JsonObject, role: string): TracePiece[] {
  if (/^(?:system|developer)$/i.test(role))
    return [{ kind: 'system', text: writeOutput(message.content ?? message.parts) }]
  if (userRoles.test(role)) return ofUser(message)
  if (agentRoles.test(role)) return [...thoughtsOf(message), ...contentOf(message, 'assistant'), ...callsOf(message)]
  if (toolRoles.test(role)) return outputsOf(message)
  return [unknownRole(role)]
}

/** A user who sent nothing that is known has a turn all the same: what follows answers it. */
function ofUser(message: JsonObject): TracePiece[] {
  const pieces = contentOf(message, 'user')
  if (pieces.length > 0 || callsOf(message).length > 0) return pieces
  return [lose('message', 'of the user without a text'), ...piecesOf('', 'user')]
}

function thoughtsOf(message: JsonObject): TracePiece[] {
  const text = textIn(message, 'reasoning_content', 'reasoning')
  return text === null ? [] : [{ kind: 'thinking', text }]
}

/** A message's pieces: adjacent texts and media are one message; blank ones go if anything else is said. */
function contentOf(message: JsonObject, role: PartSpeaker): TracePiece[] {
  const content = withInvocations(message)
  const calls = callsOf(message)
  const refusal = textOf(message.refusal)
  const words = refusal || textOf(objectOf(message.audio).transcript)
  if (content === undefined || content === null || (content === '' && (calls.length > 0 || words !== '')))
    return piecesOf(words || null, role)
  if (typeof content === 'string')
    return piecesOf(content, role).filter(({ kind }) => kind !== 'call' || calls.length === 0)
  const parts = Array.isArray(content) ? content : [content]
  const streaming = parts.map(objectOf).findIndex(isStreaming)
  if (streaming !== -1) return [...contentOf({ parts: parts.slice(0, streaming) }, role), beingWritten]
  const read = isInterface(parts) ? ofInterface(parts, role) : parts.flatMap((part) => piecesOfPart(part, role))
  const pieces = joinTexts(
    read.flatMap((piece) => {
      const [item] = piece.kind === 'message' ? piece.content : []
      return item?.type === 'text' ? piecesOfText(item.text, role) : piece
    }),
  )
  const fullPieces = pieces.filter(
    (piece) => piece.kind !== 'message' || piece.content.some((item) => item.type !== 'text' || item.text !== ''),
  )
  if (pieces.length > 0 && pieces.every(({ kind }) => kind === 'lost')) return withoutWords(pieces, parts, role)
  const callIds = new Set(calls.map((call) => (call.kind === 'call' ? call.id : null)))
  // LangChain writes the calls of Anthropic's models both in the content and beside it.
  const once = fullPieces.filter((piece) => piece.kind !== 'call' || !callIds.has(piece.id))
  if (fullPieces.length > 0) return [...once, ...piecesOf(refusal || null, role)]
  return calls.length > 0 ? [] : pieces
}

/** A message of which no part can be said: the user's keeps its turn, and the agent's is an answer that is not known. */
function withoutWords(pieces: readonly TracePiece[], parts: readonly JsonValue[], role: PartSpeaker): TracePiece[] {
  const isHidden = pieces.every((piece) => piece.kind === 'lost' && piece.noun === 'thought')
  if (isHidden) return [...pieces]
  if (role === 'assistant')
    return pieces.map((piece) => (piece.kind === 'lost' ? { ...piece, ends: 'unless answered' } : piece))
  const kinds = parts.map((part) => `[${kindName(objectOf(part).type)}]`)
  // No part of the user's is a call, whatever its type.
  const losses = pieces.flatMap((piece) => (piece.kind === 'lost' ? lose(piece.noun, piece.detail) : []))
  return [...losses, ...piecesOf(kinds.join(' '), 'user')]
}

const beingWritten = unfinishedAnswer('answer', 'that was still being written')

/** Whether a UI message part of the AI SDK was stored before it was complete. */
function isStreaming({ state, toolInvocation }: JsonObject): boolean {
  const states = [state, objectOf(toolInvocation).state]
  return states.some((each) => /^(?:streaming|input-streaming|partial-call)$/.test(textOf(each)))
}

/** Before messages had parts, the AI SDK wrote calls beside the content; the content was said after them. */
function withInvocations({ parts, content, toolInvocations }: JsonObject): JsonValue | undefined {
  if (parts !== undefined || !Array.isArray(toolInvocations) || toolInvocations.length === 0) return parts ?? content
  const calls = toolInvocations.map((toolInvocation) => ({ type: 'tool-invocation', toolInvocation }))
  return typeof content === 'string' && content !== '' ? [...calls, { type: 'text', text: content }] : calls
}

function joinTexts(pieces: readonly TracePiece[]): TracePiece[] {
  const joinedPieces: TracePiece[] = []
  for (const piece of pieces) {
    const last = joinedPieces.at(-1)
    if (piece.kind === 'message' && last?.kind === 'message' && last.role === piece.role)
      joinedPieces[joinedPieces.length - 1] = { ...last, content: [...last.content, ...piece.content] }
    else joinedPieces.push(piece)
  }
  return joinedPieces
}

function callsOf(message: JsonObject): TracePiece[] {
  const extra = objectOf(message.additional_kwargs)
  const lists = [message.tool_calls, extra.tool_calls].map((each) => listOf(unpack(each)))
  const callValues = [...(lists.find(({ length }) => length > 0) ?? []), ...listOf(message.invalid_tool_calls)]
  const calls = objectsIn(callValues).flatMap((call) =>
    callAndOutput(isJsonObject(call.custom) ? { ...call, ...call.custom, id: call.id ?? null } : call),
  )
  const legacy = [message.function_call, extra.function_call].find(isJsonObject)
  if (calls.length > 0) return calls
  return legacy === undefined ? callsElsewhere({ ...extra, ...message }) : callOf(legacy)
}

/** Calls under other names, or in another form than a list; what is not known of them is noted, so that nobody rules calls out. */
function callsElsewhere(message: JsonObject): TracePiece[] {
  const key = callMember(message)
  if (key === undefined) return []
  const value = unpack(message[key])
  const calls =
    isJsonObject(value) && textOf(value.name ?? value.function) === '' ? Object.values(value) : [value].flat()
  const pieces = objectsIn(calls).flatMap(callAndOutput)
  return pieces.length > 0 ? pieces : [{ ...lose('call', `under ${key}, which cannot be read`), type: key }]
}

function outputsOf(message: JsonObject): TracePiece[] {
  const content = message.parts ?? message.content
  const isResult = ({ type }: JsonObject): boolean => /^tool[-_](?:result|error|call_response)$/.test(textOf(type))
  if (objectsIn(content).some(isResult)) return listOf(content).flatMap((each) => piecesOfPart(each, 'assistant'))
  const marked = typeof content === 'string' ? piecesOf(content, 'user') : []
  if (marked.some(({ kind }) => kind === 'output')) return marked.filter(({ kind }) => kind === 'output')
  return outputPiece({
    id: message.tool_call_id ?? message.toolCallId ?? message.id,
    name: message.name,
    content,
    isError: message.error === true || message.is_error === true || message.status === 'error',
  })
}

/** The pieces of an item of OpenAI's Responses API, or of a part on its own. */
function ofItem(item: JsonObject): TracePiece[] {
  const type = textOf(item.type)
  if (/^(?:function_call|custom_tool_call|tool_call)$/.test(type)) return callOf(item)
  if (/^(?:function_call|custom_tool_call)_output$/.test(type))
    return outputPiece({ id: item.call_id, content: item.output })
  if (type === 'mcp_call') {
    const isError = item.error !== undefined && item.error !== null
    const content = isError ? item.error : item.output
    return [...callOf(item), ...outputPiece({ id: item.id, name: item.name, content, isError })]
  }
  if (type === 'reasoning') {
    const parts = objectsIn([...listOf(item.summary), ...listOf(item.content)])
    const text = parts.map((part) => textOf(part.text)).join('\n') || textOf(item.text)
    return text === '' ? [] : [{ kind: 'thinking', text }]
  }
  return itemTypes.test(type) ? [loseType('item', type)] : piecesOfPart(item, 'assistant')
}

const isStep = (part: JsonValue): boolean => objectOf(part).type === 'step-start'

/** Whether parts belong to a UI message of the AI SDK, where one part contains both a call and its output. */
function isInterface(parts: readonly JsonValue[]): boolean {
  return parts.some((part) => isStep(part) || isToolPart(objectOf(part)))
}

function isToolPart(part: JsonObject): boolean {
  if (part.type === 'tool-invocation') return isJsonObject(part.toolInvocation)
  return part.type === 'dynamic-tool' || (/^tool-/.test(textOf(part.type)) && typeof part.state === 'string')
}

/** A call of AI SDK 4 in the form of later versions. */
function ofInvocation(part: JsonObject): JsonObject {
  const { type, toolInvocation: call } = part
  if (type !== 'tool-invocation' || !isJsonObject(call)) return part
  const { toolCallId = null, toolName = null, args = {}, result, state } = call
  const done = state === 'result' ? { state: 'output-available', output: result ?? null } : { state: textOf(state) }
  return { type: 'dynamic-tool', toolCallId, toolName, input: args, ...done }
}

/** A UI message's pieces: outputs stand at the end of their step, so that parallel calls stay parallel. */
function ofInterface(parts: readonly JsonValue[], role: PartSpeaker): TracePiece[] {
  const steps = parts.some(isStep)
  const pieces: TracePiece[] = []
  let open: TracePiece[] = []
  const close = (): void => {
    pieces.push(...open)
    open = []
  }
  for (const json of parts) {
    const part = ofInvocation(objectOf(json))
    if (!isToolPart(part)) {
      if (!steps || isStep(part)) close()
      const isLost = /^(?:data-|source)/.test(textOf(part.type))
      pieces.push(...(isLost ? [loseType('part', part.type)] : piecesOfPart(json, role)))
      continue
    }
    const name = part.toolName ?? textOf(part.type).replace(/^tool-/, '')
    const { toolCallId: id = null, state } = part
    pieces.push(...callOf({ id, name, input: part.input ?? part.rawInput ?? null }))
    if (state === 'output-available') {
      const content = part.output === undefined ? '' : { type: 'json', value: part.output }
      open.push(...outputPiece({ id, name, content }))
    } else if (state === 'output-error' || state === 'output-denied') {
      const content = state === 'output-error' ? part.errorText : 'the call was denied'
      open.push(...outputPiece({ id, name, content, isError: true }))
    }
    if (part.providerExecuted === true) close()
  }
  close()
  return pieces
}
