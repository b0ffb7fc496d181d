import { isJsonObject, type JsonObject, type JsonValue } from '../../base/json/json.ts'
import { objectOf, objectsIn, unpack } from './members.ts'

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

const sharegptRoles: Readonly<Record<string, string>> = {
  human: 'user',
  gpt: 'assistant',
  chatgpt: 'assistant',
  bot: 'assistant',
  observation: 'tool',
  function_response: 'tool',
}

function ofSharegpt({ conversations, id, system }: JsonObject): JsonObject {
  const messages = objectsIn(conversations).map(({ from, value = null }): JsonObject => {
    if (from !== 'function_call') return { role: sharegptRoles[String(from)] ?? from ?? null, content: value }
    const call = unpack(value)
    return { role: 'assistant', content: null, tool_calls: isJsonObject(call) ? [call] : [{ type: 'function_call' }] }
  })
  const systemMessages: JsonObject[] = typeof system === 'string' ? [{ role: 'system', content: system }] : []
  return { ...(typeof id === 'string' ? { conversation_id: id } : {}), messages: [...systemMessages, ...messages] }
}

function ofDialogflow({ name, testCaseConversationTurns: turns }: JsonObject): JsonObject {
  const messages = objectsIn(turns).flatMap(({ userInput, virtualAgentOutput }): JsonObject[] => {
    const content = objectOf(objectOf(userInput).input)
    const other = ['event', 'intent', 'dtmf', 'audio'].find((key) => content[key] !== undefined) ?? 'input'
    const answers = objectsIn(objectOf(virtualAgentOutput).textResponses).map(({ text = null }) => ({
      role: 'assistant',
      content: Array.isArray(text) ? text.join('\n') : text,
    }))
    return [{ role: 'user', content: objectOf(content.text).text ?? [{ type: `dialogflow-${other}` }] }, ...answers]
  })
  return { ...(typeof name === 'string' ? { conversation_id: name } : {}), messages }
}

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
    events: objectsIn(logs).map(({ timestamp, fields }) => ({
      timeUnixNano: nanos(timestamp),
      name: objectsIn(fields).find(({ key }) => key === 'event' || key === 'name')?.value ?? '',
      attributes: attributesOf(fields),
    })),
  }
}

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
