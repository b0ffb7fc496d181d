import { createParser } from 'eventsource-parser'
import { isJsonObject, type JsonObject, type JsonValue } from '../../../base/json/json.ts'
import { describeJson } from '../../../base/json/json-path.ts'
import { parseExactJson, parseIfJson } from '../../../base/json/json-text.ts'
import { cutText } from '../../../base/privacy/cut.ts'
import type { HttpProtocolName } from '../../workspace/http-agent.ts'
import type { FarSide } from './far-side.ts'

/** The events of one protocol, put together as they come. */
interface Assembly {
  take(event: JsonObject): void
  /** Whether the answer is whole, so that nothing more is waited for; `at end` if it is should the stream end now. */
  state(): 'whole' | 'at end' | 'open'
  document(): JsonObject
}

/**
 * Reads events (SSE) to the end of the answer, as the document its protocol would give otherwise.
 * @throws AgentError for one that breaks off before, and for events of an unknown protocol
 */
export async function readStream(
  { body }: Response,
  far: FarSide,
): Promise<{ protocol: HttpProtocolName; document: JsonObject }> {
  let protocol: Exclude<HttpProtocolName, 'langgraph'> | null = null
  let assembly: Assembly | null = null
  let first: string | undefined
  let done = false
  let failure: JsonValue | undefined
  const take = (data: string, name?: string): void => {
    if (done || data.trim() === '') return
    if (data.trim() === '[DONE]') {
      done = true
      return
    }
    const event = readEvent(data, far)
    first ??= data
    failure = failureIn(event, name)
    if (failure !== undefined) {
      done = true
      return
    }
    protocol ??= protocolOf(event)
    if (protocol === null) return
    assembly ??= assemblies[protocol]()
    assembly.take(event)
    done = assembly.state() === 'whole'
  }
  const parser = createParser({ onEvent: ({ data, event }) => take(data, event) })
  const decoder = new TextDecoder()
  const reader = body?.getReader()
  while (reader !== undefined && !done) {
    const { done: isOver, value } = await reader.read()
    if (isOver) break
    parser.feed(decoder.decode(value, { stream: true }))
  }
  await reader?.cancel()
  far.throwIfBroken()
  const current = assembly as Assembly | null
  if (failure !== undefined) return { protocol: protocol ?? 'chat completions', document: { error: failure } }
  if (protocol === null || current === null)
    throw far.fail(
      first === undefined
        ? 'answers with a stream without an event'
        : `answers with a stream of an unknown protocol, which begins with ${cutText(far.conceal(first), 120)}: chat completions, Responses and the UI stream of the AI SDK are read`,
    )
  if (current.state() === 'open') throw far.fail('broke off in the middle of its answer: its stream has no end')
  return { protocol, document: current.document() }
}

function readEvent(data: string, far: FarSide): JsonObject {
  const event = parseIfJson(data, parseExactJson)
  if (isJsonObject(event)) return event
  throw far.fail(`answers with an event that is no JSON object: ${cutText(far.conceal(data), 120)}`)
}

/** What an event says that went wrong; undefined for any other. */
function failureIn(event: JsonObject, name: string | undefined): JsonValue | undefined {
  const { type, error, errorText, message, detail, choices } = event
  const ofChoice = Array.isArray(choices) && isJsonObject(choices[0]) ? choices[0].error : undefined
  if (error !== undefined && error !== null) return error
  if (ofChoice !== undefined && ofChoice !== null) return ofChoice
  if (name === 'error' || type === 'error') return errorText ?? message ?? detail ?? event
  return choices === undefined && type === undefined ? detail : undefined
}

function protocolOf({ choices, object, type }: JsonObject): Exclude<HttpProtocolName, 'langgraph'> | null {
  if (Array.isArray(choices) || object === 'chat.completion.chunk') return 'chat completions'
  if (typeof type !== 'string') return null
  if (type.startsWith('response.')) return 'responses'
  return /^(?:start|text|reasoning|tool|finish|error|abort|message-metadata)(?:-|$)/.test(type) ? 'ai sdk ui' : null
}

const assemblies: Record<Exclude<HttpProtocolName, 'langgraph'>, () => Assembly> = {
  'chat completions': assembleChat,
  responses: assembleResponse,
  'ai sdk ui': assembleUi,
}

function assembleChat(): Assembly {
  const calls = new Map<JsonValue, { id: JsonValue; function: { name: string; arguments: string } }>()
  const [text, reasoningParts] = [[] as string[], [] as string[]]
  const whole: JsonObject = {}
  let ending: JsonValue = null
  return {
    take({ choices, usage, model, error }) {
      if (usage !== undefined) whole.usage = usage
      if (model !== undefined) whole.model = model
      if (error !== undefined) whole.error = error
      const choice = Array.isArray(choices) ? choices[0] : undefined
      if (!isJsonObject(choice)) return
      ending = choice.finish_reason ?? ending
      const delta = isJsonObject(choice.delta) ? choice.delta : isJsonObject(choice.message) ? choice.message : {}
      const { role, content, reasoning_content: reasoning, refusal, tool_calls: some } = delta
      if (role === 'user') whole.error = "a message in the customer's role"
      for (const each of [content, refusal].flat()) {
        const part = isJsonObject(each) ? each.text : each
        if (typeof part === 'string') text.push(part)
        else if (each !== undefined && each !== null) whole.error = `content that is ${describeJson(each)}`
      }
      if (typeof reasoning === 'string') reasoningParts.push(reasoning)
      for (const each of Array.isArray(some) ? some.filter(isJsonObject) : []) {
        const { index = calls.size, id = null, function: part } = each
        const call = calls.get(index) ?? { id, function: { name: '', arguments: '' } }
        calls.set(index, call)
        const { name, arguments: rawArguments } = isJsonObject(part) ? part : {}
        if (typeof name === 'string') call.function.name += name
        if (typeof rawArguments === 'string') call.function.arguments += rawArguments
      }
    },
    // usage may follow the reason, so the end is what counts
    state: () => (whole.error !== undefined ? 'whole' : ending === null ? 'open' : 'at end'),
    document: () => ({
      ...whole,
      choices: [
        {
          message: {
            content: text.join(''),
            reasoning_content: reasoningParts.join(''),
            tool_calls: [...calls.values()],
          },
          finish_reason: ending,
        },
      ],
    }),
  }
}

function assembleResponse(): Assembly {
  let whole: JsonObject | null = null
  return {
    take({ type, response, error, message }) {
      if (type === 'error' || type === 'response.error') whole = { error: error ?? message ?? type }
      if (/^response\.(?:completed|incomplete|failed)$/.test(String(type)) && isJsonObject(response)) whole = response
    },
    state: () => (whole === null ? 'open' : 'whole'),
    document: () => whole ?? {},
  }
}

function assembleUi(): Assembly {
  const texts: { id: JsonValue; text: string }[] = []
  const thoughts: typeof texts = []
  const calls: JsonObject[] = []
  /** The names of the calls whose arguments are still on their way, by id. */
  const begun = new Map<JsonValue, JsonValue>()
  const whole: JsonObject = {}
  let isOver = false
  const add = (list: typeof texts, id: JsonValue = '', delta: JsonValue = ''): void => {
    const text = list.findLast((each) => each.id === id)
    if (text === undefined) list.push({ id, text: String(delta) })
    else text.text += String(delta)
  }
  const callOf = (id: JsonValue = ''): JsonObject => {
    const knownCall = calls.findLast((each) => each.toolCallId === id)
    if (knownCall !== undefined) return knownCall
    const call: JsonObject = { toolCallId: id }
    calls.push(call)
    return call
  }
  const on: Record<string, (event: JsonObject) => unknown> = {
    'text-start': ({ id = '' }) => texts.push({ id, text: '' }),
    'text-delta': ({ id, delta }) => add(texts, id, delta),
    'reasoning-start': ({ id = '' }) => thoughts.push({ id, text: '' }),
    'reasoning-delta': ({ id, delta }) => add(thoughts, id, delta),
    'tool-input-start': ({ toolCallId = '', toolName = '' }) => begun.set(toolCallId, toolName),
    'tool-input-available': ({ toolCallId = '', toolName = '', input = {} }) => {
      begun.delete(toolCallId)
      Object.assign(callOf(toolCallId), { toolName, input })
    },
    'tool-input-error': ({ toolCallId = '', toolName = '', input = {}, errorText = 'its arguments are invalid' }) => {
      begun.delete(toolCallId)
      Object.assign(callOf(toolCallId), { toolName, input, errorText })
    },
    'tool-output-available': ({ toolCallId, output = null }) => Object.assign(callOf(toolCallId), { output }),
    'tool-output-error': ({ toolCallId, errorText = 'it failed' }) => Object.assign(callOf(toolCallId), { errorText }),
    file: ({ mediaType = '' }) => Object.assign(whole, { error: `a file (${mediaType}), and only texts are read` }),
    error: ({ errorText = 'no reason' }) => Object.assign(whole, { error: errorText }),
    abort: () => Object.assign(whole, { error: 'it was aborted' }),
    finish({ finishReason, messageMetadata }) {
      isOver = true
      const { usage, totalUsage, finishReason: other } = isJsonObject(messageMetadata) ? messageMetadata : {}
      Object.assign(whole, { finishReason: finishReason ?? other ?? null, usage: totalUsage ?? usage ?? {} })
    },
  }
  return {
    take(event) {
      const { type, messageMetadata } = event
      if (type === 'message-metadata' && isJsonObject(messageMetadata)) Object.assign(whole, messageMetadata)
      if (Object.hasOwn(on, String(type))) on[String(type)]?.(event)
    },
    state: () => (isOver || whole.error !== undefined ? 'whole' : 'open'),
    document: () => ({
      ...(begun.size === 0 ? {} : { error: `a call that was begun and not made: ${[...begun.values()].join(', ')}` }),
      ...whole,
      texts: texts.map(({ text }) => text),
      reasoning: thoughts.map(({ text }) => text),
      calls,
    }),
  }
}
