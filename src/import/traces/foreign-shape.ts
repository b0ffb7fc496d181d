import { isJsonObject, type JsonObject, type JsonValue } from '../../base/json/json.ts'
import { objectOf, objectsIn, textOf, unpack } from './members.ts'

/** A document as one that has a reader: ShareGPT and Dialogflow CX as messages, Jaeger as OpenTelemetry. */
export function asKnown(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.some(isForeign) ? value.map(asKnown) : value
  if (!isJsonObject(value)) return value
  if (isSharegpt(value)) return ofSharegpt(value)
  if (Array.isArray(value.testCaseConversationTurns)) return ofDialogflow(value)
  if (Array.isArray(value.testCases) && value.testCases.some(isForeign)) return value.testCases.map(asKnown)
  return isJaeger(value) ? ofJaeger(objectsIn(value.data)) : value
}

function isForeign(value: JsonValue): boolean {
  return isJsonObject(value) && (isSharegpt(value) || Array.isArray(value.testCaseConversationTurns))
}

function isSharegpt({ conversations }: JsonObject): boolean {
  const [first] = objectsIn(conversations)
  return typeof first?.from === 'string' && 'value' in first
}

function ofSharegpt({ conversations, id, system }: JsonObject): JsonObject {
  const messages = objectsIn(conversations).map(({ from, value = null }): JsonObject => {
    if (from !== 'function_call') return { role: from ?? null, content: value }
    const call = unpack(value)
    const calls = isJsonObject(call) ? [call] : objectsIn(call)
    return { role: 'assistant', content: null, tool_calls: calls.length > 0 ? calls : [{ type: 'function_call' }] }
  })
  const systemMessages: JsonObject[] = typeof system === 'string' ? [{ role: 'system', content: system }] : []
  return { ...(typeof id === 'string' ? { conversation_id: id } : {}), messages: [...systemMessages, ...messages] }
}

function ofDialogflow(testCase: JsonObject): JsonObject {
  const { name, displayName, tags = [], testCaseConversationTurns, creationTime: _, ...beside } = testCase
  const turns = objectsIn(testCaseConversationTurns)
  const messages = turns.flatMap(({ userInput, virtualAgentOutput }): JsonObject[] => {
    const answers = objectsIn(objectOf(virtualAgentOutput).textResponses).map(({ text = null }) => ({
      role: 'assistant',
      content: Array.isArray(text) ? text.join('\n') : text,
    }))
    const unheard = { role: 'assistant', content: [{ type: 'dialogflow-answer' }] }
    return [{ role: 'user', content: inputOf(objectOf(userInput)) }, ...(answers.length === 0 ? [unheard] : answers)]
  })
  const parts = turns.flatMap(({ userInput, virtualAgentOutput }) => {
    const { input: _input, ...given } = objectOf(userInput)
    const { textResponses: _texts, ...came } = objectOf(virtualAgentOutput)
    return [given, came]
  })
  const leftOut = [beside, ...parts].flatMap((part) => Object.keys(part).filter((key) => isSet(part[key])))
  const id = [name, displayName].find((each) => typeof each === 'string')
  const test = { name: displayName ?? null, tags, left_out: leftOut }
  return { ...(id === undefined ? {} : { conversation_id: id }), test_case: test, messages }
}

/** What the user gives in a turn, in words; what is no text stands in brackets. */
function inputOf({ input }: JsonObject): string {
  const { text, dtmf, event, ...others } = objectOf(input)
  const words = objectOf(text).text
  if (typeof words === 'string') return words
  if (dtmf !== undefined) return `[keypad ${textOf(objectOf(dtmf).digits)}]`
  if (event !== undefined) return `[event ${textOf(objectOf(event).event)}]`
  return `[${['intent', 'audio'].find((key) => others[key] !== undefined) ?? 'input'}]`
}

const isSet = (value: JsonValue | undefined): boolean =>
  value !== undefined && value !== null && value !== false && !/^(?:\{\}|\[\]|"")$/.test(JSON.stringify(value))

function isJaeger({ data }: JsonObject): boolean {
  return objectsIn(data).some((trace) => typeof trace.traceID === 'string' && Array.isArray(trace.spans))
}

function ofJaeger(traces: readonly JsonObject[]): JsonObject {
  const spans = traces.flatMap((trace) => objectsIn(trace.spans).map(ofJaegerSpan))
  return { resourceSpans: [{ resource: { attributes: [] }, scopeSpans: [{ spans }] }] }
}

function ofJaegerSpan(span: JsonObject): JsonObject {
  const { startTime, duration, logs, references } = span
  const [parent] = objectsIn(references).filter(({ refType }) => refType !== 'FOLLOWS_FROM')
  return {
    traceId: span.traceID ?? null,
    spanId: span.spanID ?? null,
    ...(parent === undefined ? {} : { parentSpanId: parent.spanID ?? null }),
    name: span.operationName ?? '',
    startTimeUnixNano: nanos(startTime),
    endTimeUnixNano: nanos(Number(startTime) + Number(duration ?? 0)),
    attributes: attributesOf(span.tags),
    ...(objectsIn(span.tags).some(isFailure) ? { status: { code: 2 } } : {}),
    events: objectsIn(logs).map(({ timestamp, fields }) => ({
      timeUnixNano: nanos(timestamp),
      name: objectsIn(fields).find(({ key }) => key === 'event' || key === 'name')?.value ?? '',
      attributes: attributesOf(fields),
    })),
  }
}

/** Whether a tag of a span says that it failed: Jaeger has no status of its own. */
const isFailure = ({ key, value }: JsonObject): boolean =>
  (key === 'error' && /^true$/i.test(String(value))) || (key === 'otel.status_code' && /^error$/i.test(String(value)))

/** Microseconds since 1970 as nanoseconds, in digits. */
function nanos(micros: unknown): string {
  return Number.isSafeInteger(micros) ? `${String(micros)}000` : '0'
}

function attributesOf(tags: JsonValue | undefined): JsonValue[] {
  return objectsIn(tags).map(({ key = null, value = null }) => ({
    key,
    value:
      typeof value === 'boolean'
        ? { boolValue: value }
        : typeof value === 'number'
          ? { doubleValue: value }
          : { stringValue: typeof value === 'string' ? value : JSON.stringify(value) },
  }))
}
