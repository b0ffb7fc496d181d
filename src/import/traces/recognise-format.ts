import { groupBy } from '../../base/group-by.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../../base/json/json.ts'
import { firstIn, isTyped, listOf, objectOf, textOf } from './members.ts'
import type { TraceFormat } from './trace-format.ts'

/** What a file may be: a trace format, or a stored session, which `import` reads without being told. */
export type FileFormat = TraceFormat | 'session'

export function nameFormat(format: FileFormat): string {
  return format === 'session' ? 'stored sessions' : format
}

export interface Mark {
  format: FileFormat
  by: string
}

const most = 50

/** The evidence for each format in a file; plain lists of texts count as `openai-chat` without any other. */
export function marksIn(values: readonly JsonValue[]): Mark[] {
  const marks = values.slice(0, most).flatMap((value) => marksOf(value, 0))
  const telling = marks.filter(({ by }) => by !== plainMessages)
  return groupBy(telling.length === 0 ? marks : telling, ({ format }) => format).map(([first]) => first)
}

export const plainMessages = 'messages with roles'

function marksOf(value: JsonValue, depth: number): Mark[] {
  if (Array.isArray(value)) return depth > 3 ? [] : value.slice(0, most).flatMap((each) => marksOf(each, depth + 1))
  if (!isJsonObject(value)) return []
  const whole = ofWhole(value)
  if (whole !== null) return [whole]
  if (typeof value.role === 'string' || typeof value.type === 'string') {
    const own = ofMessage(value)
    if (own.length > 0) return own
  }
  if (depth > 3) return []
  return inside.flatMap((key) => marksOf(value[key] ?? null, depth + 1))
}

const inside = 'messages input prompt request response body params output data sample steps items'.split(' ')

/** What of a document's own members reveals its format, in the order in which it counts. */
const members: readonly (readonly [format: FileFormat, by: (value: JsonObject) => string | false | undefined])[] = [
  ['otlp', (value) => ['resourceSpans', 'resourceLogs', 'batches'].find((name) => Array.isArray(value[name]))],
  ['otlp', ({ trace }) => Array.isArray(objectOf(trace).resourceSpans) && 'resourceSpans'],
  ['otlp', (value) => has(value, 'spanId', 'traceId', 'startTimeUnixNano') && 'startTimeUnixNano'],
  ['langsmith', (value) => typeof value.run_type === 'string' && 'run_type'],
  ['langsmith', ({ runs }) => listOf(runs).some((run) => isJsonObject(run) && 'run_type' in run) && 'run_type'],
  ['session', (value) => [value.transcript, value.sessions].some(Array.isArray) && 'a transcript'],
  ['session', (value) => typeof value.schemaVersion === 'number' && 'a transcript'],
  ['session', (value) => 'responseCode' in value && 'responseCode'],
  ['session', ({ turns }) => listOf(turns).some((turn) => isJsonObject(turn) && 'calls' in turn) && 'turns'],
  ['session', (value) => Array.isArray(value.messages) && typeof value.domain === 'string' && 'a domain of messages'],
  ['langfuse', ofLangfuse],
  ['ai-sdk', (value) => [value, value.result, value.response].some(isGenerated) && 'what generateText came to'],
  ['openai-chat', ({ object }) => textOf(object).startsWith('chat.completion') && textOf(object)],
  ['openai-responses', ({ object }) => object === 'response' && 'object: response'],
  ['openai-responses', ({ type }) => /^response\.\w/.test(textOf(type)) && 'events of a response'],
  ['openai-responses', (value) => has(value, 'previous_response_id') && 'previous_response_id'],
  ['openai-chat', ({ choices }) => Array.isArray(choices) && 'choices'],
  ['openai-chat', (value) => typeof value.sample_id === 'string' && samples],
  ['openai-chat', (value) => 'final_report' in value && samples],
]

const samples = 'samples of an evaluation'

function has(value: JsonObject, ...names: string[]): boolean {
  return names.every((name) => firstIn(value, name) !== undefined)
}

/** The format that a document's own members reveal. */
function ofWhole(value: JsonObject): Mark | null {
  for (const [format, reveal] of members) {
    const by = reveal(value)
    if (typeof by === 'string') return { format, by }
  }
  return null
}

/** Whether this is an AI SDK result: it has steps, or a response whose messages are not in choices. */
function isGenerated(value: JsonValue | undefined, index: number): boolean {
  if (!isJsonObject(value) || Array.isArray(value.choices)) return false
  const { steps, response, messages } = value
  const ofSdk = (step: JsonValue): boolean => isJsonObject(step) && ('finishReason' in step || 'toolCalls' in step)
  if (Array.isArray(steps) && steps.length > 0) return steps.every(ofSdk)
  return (
    (index > 0 && Array.isArray(messages)) ||
    (isJsonObject(response) && Array.isArray(response.messages)) ||
    (typeof value.text === 'string' && ofSdk(value))
  )
}

function ofLangfuse(value: JsonObject): string | undefined {
  if (/^[A-Z]+$/.test(textOf(value.type)) && ('traceId' in value || 'parentObservationId' in value))
    return 'observations'
  const listKey = ['observations', 'traces'].find((name) => Array.isArray(value[name]))
  if (listKey !== undefined) return listKey
  const names = ['projectId', 'userId', 'sessionId', 'htmlPath', 'bookmarked', 'externalId', 'environment', 'release']
  const own = names.find((name) => name in value)
  const isTrace = ('input' in value || 'output' in value) && 'timestamp' in value
  return isTrace && own !== undefined ? `${own} beside input and output` : undefined
}

/** Whether a part has its file under `source`, as Anthropic writes images. */
const isSourced = (part: JsonValue): boolean => isTyped(part) && isJsonObject(part.source)

/** The formats that a message or an item reveals. */
function ofMessage(message: JsonObject): Mark[] {
  const by = (format: FileFormat, what: string): Mark[] => [{ format, by: what }]
  const { content, parts, role } = message
  const type = textOf(message.type)
  if (typeof role !== 'string')
    return /^(?:function_call|function_call_output|reasoning|mcp_call|custom_tool_call)$/.test(type)
      ? by('openai-responses', `items of the type ${type}`)
      : []
  const [inside, outside] = [content, parts].map((list) =>
    listOf(list)
      .filter(isTyped)
      .map((part) => part.type),
  )
  const typeIn = (types: readonly string[] | undefined, pattern: RegExp): string | undefined =>
    types?.find((each) => pattern.test(each))
  const sdk = typeIn([...(inside ?? []), ...(outside ?? [])], /^(?:tool-|dynamic-tool|step-start|source-|data-)/)
  if (sdk !== undefined) return by('ai-sdk', `parts of the type ${sdk}`)
  if (Array.isArray(parts)) return by('ai-sdk', 'messages with parts')
  const responses = typeIn(inside, /^(?:input_text|output_text|input_image|input_file)$/)
  if (responses !== undefined) return by('openai-responses', `content of the type ${responses}`)
  const own = ['tool_calls', 'tool_call_id', 'function_call'].find((name) => has(message, name))
  if (own !== undefined) return by('openai-chat', own)
  const chat = typeIn(inside, /^(?:image_url|input_audio)$/)
  if (chat !== undefined) return by('openai-chat', `content of the type ${chat}`)
  if (
    typeIn(inside, /^(?:tool_use|tool_result|thinking|redacted_thinking|document)$/) ??
    listOf(content).find(isSourced)
  )
    return by('openai-chat', 'content as Anthropic writes it')
  if (typeIn(inside, /^(?:image|file|reasoning)$/) !== undefined) return by('ai-sdk', 'parts of the AI SDK')
  return content === undefined ? [] : by('openai-chat', plainMessages)
}
