import { isJsonObject, type JsonObject, type JsonValue } from '../../base/json/json.ts'
import type { TraceFormat } from './trace-format.ts'

/** What a file may be: a trace format, or a stored session, which `import` reads without being told. */
export type FileFormat = TraceFormat | 'session'

/** What a format is called in messages. */
export function nameFormat(format: FileFormat): string {
  return format === 'session' ? 'stored sessions' : format
}

/** A format, and the evidence for it in the file. */
export interface Mark {
  format: FileFormat
  by: string
}

/** How many values are examined. */
const most = 50

/**
 * The evidence for each format in the documents of one file. Plain lists of text messages look the same in
 * several formats: they count as `openai-chat` unless there is other evidence.
 */
export function marksIn(values: readonly JsonValue[]): Mark[] {
  const found = new Map<FileFormat, Mark>()
  let plain: Mark | null = null
  for (const value of values.slice(0, most)) {
    for (const mark of marksOf(value, 0)) {
      if (mark.by === plainMessages) plain = mark
      else if (!found.has(mark.format)) found.set(mark.format, mark)
    }
  }
  return found.size === 0 && plain !== null ? [plain] : [...found.values()]
}

/** The evidence given for messages that every message format allows. */
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
  const inside = [
    'messages',
    'input',
    'prompt',
    'request',
    'response',
    'body',
    'params',
    'output',
    'data',
    'sample',
    'steps',
    'items',
  ]
  return depth > 3
    ? []
    : inside.flatMap((key) => (typeof value[key] === 'object' ? marksOf(value[key] ?? null, depth + 1) : []))
}

/** The format that a document's own members reveal. */
function ofWhole(value: JsonObject): Mark | null {
  const has = (...names: string[]): string | undefined =>
    names.find((name) => value[name] !== undefined && value[name] !== null)
  const listed = (...names: string[]): string | undefined => names.find((name) => Array.isArray(value[name]))
  const by = (format: FileFormat, name: string): Mark => ({ format, by: name })
  const spans = listed('resourceSpans', 'resourceLogs', 'batches')
  if (spans !== undefined) return by('otlp', spans)
  if (isJsonObject(value.trace) && Array.isArray(value.trace.resourceSpans)) return by('otlp', 'resourceSpans')
  if (has('spanId') && has('traceId') && has('startTimeUnixNano')) return by('otlp', 'startTimeUnixNano')
  if (typeof value.run_type === 'string') return by('langsmith', 'run_type')
  if (Array.isArray(value.runs) && value.runs.some((run) => isJsonObject(run) && 'run_type' in run))
    return by('langsmith', 'run_type')
  if (listed('transcript', 'sessions') || typeof value.schemaVersion === 'number') return by('session', 'a transcript')
  if ('responseCode' in value) return by('session', 'responseCode')
  if (Array.isArray(value.turns) && value.turns.some((turn) => isJsonObject(turn) && 'calls' in turn))
    return by('session', 'turns')
  if (Array.isArray(value.messages) && typeof value.domain === 'string') return by('session', 'a domain of messages')
  const langfuse = ofLangfuse(value)
  if (langfuse !== null) return by('langfuse', langfuse)
  if ([value, value.result, value.response].some(isGenerated)) return by('ai-sdk', 'what generateText came to')
  const object = typeof value.object === 'string' ? value.object : ''
  if (object.startsWith('chat.completion')) return by('openai-chat', object)
  if (object === 'response') return by('openai-responses', 'object: response')
  if (typeof value.type === 'string' && /^response\.\w/.test(value.type))
    return by('openai-responses', 'events of a response')
  if (has('previous_response_id')) return by('openai-responses', 'previous_response_id')
  if (Array.isArray(value.choices)) return by('openai-chat', 'choices')
  if (typeof value.sample_id === 'string' || 'final_report' in value)
    return by('openai-chat', 'samples of an evaluation')
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

function ofLangfuse(value: JsonObject): string | null {
  if (
    typeof value.type === 'string' &&
    /^[A-Z]+$/.test(value.type) &&
    ('traceId' in value || 'parentObservationId' in value)
  )
    return 'observations'
  if (Array.isArray(value.observations)) return 'observations'
  if (Array.isArray(value.traces)) return 'traces'
  const names = ['projectId', 'userId', 'sessionId', 'htmlPath', 'bookmarked', 'externalId', 'environment', 'release']
  const own = names.filter((name) => name in value)
  return ('input' in value || 'output' in value) && 'timestamp' in value && own.length > 0
    ? `${own[0]} beside input and output`
    : null
}

/** The formats that a message or an item reveals. */
function ofMessage(message: JsonObject): Mark[] {
  const by = (format: FileFormat, what: string): Mark[] => [{ format, by: what }]
  const { content, parts, type, role } = message
  const types = (list: JsonValue | undefined): string[] =>
    Array.isArray(list)
      ? list.flatMap((part) => (isJsonObject(part) && typeof part.type === 'string' ? [part.type] : []))
      : []
  if (typeof role === 'string') {
    const [inside, shown] = [types(content), types(parts)]
    const sdk = [...inside, ...shown].find((each) => /^(?:tool-|dynamic-tool|step-start|source-|data-)/.test(each))
    if (sdk !== undefined) return by('ai-sdk', `parts of the type ${sdk}`)
    if (Array.isArray(parts)) return by('ai-sdk', 'messages with parts')
    const responses = inside.find((each) => /^(?:input_text|output_text|input_image|input_file)$/.test(each))
    if (responses !== undefined) return by('openai-responses', `content of the type ${responses}`)
    const own = ['tool_calls', 'tool_call_id', 'function_call'].find(
      (name) => message[name] !== undefined && message[name] !== null,
    )
    if (own !== undefined) return by('openai-chat', own)
    const chat = inside.find((each) => /^(?:image_url|input_audio)$/.test(each))
    if (chat !== undefined) return by('openai-chat', `content of the type ${chat}`)
    if (inside.some((each) => each === 'image' || each === 'file' || each === 'reasoning'))
      return by('ai-sdk', 'parts of the AI SDK')
    return content === undefined ? [] : by('openai-chat', plainMessages)
  }
  return typeof type === 'string' &&
    /^(?:function_call|function_call_output|reasoning|mcp_call|custom_tool_call)$/.test(type)
    ? by('openai-responses', `items of the type ${type}`)
    : []
}
