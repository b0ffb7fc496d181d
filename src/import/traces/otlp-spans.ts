import { isJsonObject, type JsonObject, type JsonValue, setMember } from '../../base/json/json.ts'
import type { Origin } from '../sessions/talk.ts'
import { isCutOff } from './cut-off.ts'
import { listOf, objectOf, objectsIn, readMoment, textIn, textOf } from './members.ts'
import { type TraceDocument, tellsOfPeople } from './trace.ts'

/** An OTLP span with decoded values; log records that belong to it are among its events. */
export interface TraceSpan {
  trace: string
  id: string
  parent: string | null
  name: string
  startMs: number | null
  endMs: number | null
  attributes: JsonObject
  resource: JsonObject
  events: { name: string; attributes: JsonObject }[]
  failed: boolean
  /** The failure that its status or an exception reports. */
  failure: string | null
  origin: () => Origin
}

type Path = (string | number)[]

/** The spans of a document, each with the values of its resource. Null where the document contains none. */
export function spansOf(document: TraceDocument): TraceSpan[] | null {
  const { value } = document
  const tops = Array.isArray(value)
    ? value.map((each, index) => ({ each, path: [index] }))
    : [{ each: value, path: [] }]
  const spans: TraceSpan[] = []
  let hasSpans = false
  for (const { each, path } of tops) {
    if (!isJsonObject(each)) continue
    if (typeof each.spanId === 'string' && typeof each.traceId === 'string' && 'startTimeUnixNano' in each) {
      hasSpans = true
      spans.push(readSpan(each, {}, document, path))
    }
    const inner = isJsonObject(each.trace) ? each.trace : each
    const below = inner === each ? path : [...path, 'trace']
    for (const key of ['resourceSpans', 'batches', 'resourceLogs']) {
      hasSpans ||= Array.isArray(inner[key])
      for (const [group, at] of placed(inner[key], below, key)) spans.push(...ofResource(group, document, at))
    }
  }
  return hasSpans ? spans : null
}

/** The objects in a list below a path, with the path of each. */
function placed(list: JsonValue | undefined, path: Path, key: string): [JsonObject, Path][] {
  return listOf(list).flatMap((each, index): [JsonObject, Path][] =>
    isJsonObject(each) ? [[each, [...path, key, index]]] : [],
  )
}

/** Where the groups of a resource are, what they hold and how that is read. */
const scopes = [
  ['scopeSpans', 'spans', readSpan],
  ['instrumentationLibrarySpans', 'spans', readSpan],
  ['scopeLogs', 'logRecords', readRecord],
] as const

function ofResource(group: JsonObject, document: TraceDocument, path: Path): TraceSpan[] {
  const resource = attributesOf(objectOf(group.resource).attributes)
  return scopes.flatMap(([key, list, read]) =>
    placed(group[key], path, key).flatMap(([scope, at]) =>
      placed(scope[list], at, list).map(([item, below]) => read(item, resource, document, below)),
    ),
  )
}

function readSpan(span: JsonObject, resource: JsonObject, document: TraceDocument, path: Path): TraceSpan {
  const status = objectOf(span.status)
  const events = objectsIn(span.events).map((event) => ({
    name: textOf(event.name),
    attributes: attributesOf(event.attributes),
  }))
  const exception = events.find(({ name }) => name === 'exception')?.attributes ?? {}
  const parent = textOf(span.parentSpanId)
  return {
    trace: String(span.traceId ?? ''),
    id: String(span.spanId ?? ''),
    parent: /^0*$/.test(parent) ? null : parent,
    name: textOf(span.name),
    startMs: readMoment(span.startTimeUnixNano),
    endMs: readMoment(span.endTimeUnixNano),
    attributes: attributesOf(span.attributes),
    resource,
    events,
    failed: status.code === 2 || status.code === 'STATUS_CODE_ERROR',
    failure: textIn(status, 'message') ?? textIn(exception, 'exception.message'),
    origin: () => document.place(path),
  }
}

/** Reads a separately logged event as a span, which is later joined with the one that it names. */
function readRecord(record: JsonObject, resource: JsonObject, document: TraceDocument, path: Path): TraceSpan {
  const attributes = attributesOf(record.attributes)
  const name = textIn(record, 'eventName') ?? textOf(attributes['event.name'])
  const moment = readMoment(record.timeUnixNano) ?? readMoment(record.observedTimeUnixNano)
  return {
    ...readSpan({}, resource, document, path),
    trace: String(record.traceId ?? ''),
    id: String(record.spanId ?? ''),
    startMs: moment,
    endMs: moment,
    events: [{ name, attributes: { ...attributes, ...objectOf(decode(record.body)) } }],
  }
}

/** Merges spans of the same id, including the events that were logged for them. */
export function joinSpans(spans: readonly TraceSpan[]): TraceSpan[] {
  const byId = new Map<string, TraceSpan>()
  for (const [index, span] of spans.entries()) {
    const key = span.id === '' ? `none ${index}` : `${span.trace} ${span.id}`
    const knownSpan = byId.get(key)
    if (knownSpan === undefined) byId.set(key, span)
    else if (span.name === '' || knownSpan.name === '') {
      const [whole, record] = knownSpan.name === '' ? [span, knownSpan] : [knownSpan, span]
      byId.set(key, { ...whole, events: [...whole.events, ...record.events] })
    }
  }
  return [...byId.values()]
}

/** Attributes as an object: OTLP writes them as a list of keys and typed values. */
function attributesOf(list: JsonValue | undefined): JsonObject {
  const attributes: JsonObject = {}
  if (isJsonObject(list)) return list
  for (const { key, value } of objectsIn(list)) if (typeof key === 'string') setMember(attributes, key, decode(value))
  return attributes
}

function decode(value: JsonValue | undefined): JsonValue {
  if (!isJsonObject(value)) return value ?? null
  if (isJsonObject(value.arrayValue)) return listOf(value.arrayValue.values).map(decode)
  if (isJsonObject(value.kvlistValue)) return attributesOf(value.kvlistValue.values)
  const { intValue = null } = value
  if (intValue !== null) return Number.isSafeInteger(Number(intValue)) ? Number(intValue) : intValue
  return value.stringValue ?? value.boolValue ?? value.doubleValue ?? value.bytesValue ?? null
}

/** Flat attributes under a prefix, as `gen_ai.prompt.0.tool_calls.1.name`, as a list ordered by their numbers. */
export function unflatten(attributes: JsonObject, prefix: string): JsonValue[] {
  const root = new Map<string, unknown>()
  for (const [key, value] of Object.entries(attributes)) {
    if (!key.startsWith(prefix)) continue
    const steps = key.slice(prefix.length).split('.')
    let place = root
    for (const step of steps.slice(0, -1)) {
      const next = place.get(step)
      const inner = next instanceof Map ? next : new Map<string, unknown>()
      place.set(step, inner)
      place = inner
    }
    place.set(steps.at(-1) ?? '', value)
  }
  const items = settle(root)
  return Array.isArray(items) ? items : []
}

function settle(place: unknown): JsonValue {
  if (!(place instanceof Map)) return place as JsonValue
  const entries = [...place].map(([key, value]) => [String(key), settle(value)] as const)
  if (entries.every(([key]) => /^\d+$/.test(key)))
    return entries.sort(([one], [two]) => Number(one) - Number(two)).map(([, value]) => value)
  const object: JsonObject = {}
  for (const [key, value] of entries) setMember(object, key, value)
  return object
}

/** Attributes that contain what was said to or by a model. */
const spoken =
  /^(?:gen_ai\.(?:input|output|prompt|completion|event\.content)|ai\.(?:prompt|response)|llm\.(?:input|output)_messages|content$|message$|tool_calls$)/

/** Which side a length limit cut off in a span or its events; null where neither. */
export function cutIn({ attributes, events }: TraceSpan): 'input' | 'output' | null {
  const members = [{ name: '', attributes }, ...events].flatMap((each) =>
    Object.entries(each.attributes).map(([name, value]) => ({ name: `${each.name} ${name}`, own: name, value })),
  )
  const cut = members.find(({ own, value }) => spoken.test(own) && isCutOff(value))
  if (cut === undefined) return null
  return /output|completion|response|gen_ai\.choice/.test(cut.name) ? 'output' : 'input'
}

const besides = /(?:^|\.)(?:user|enduser|customer|client|metadata|association\.properties|tags)(?:\.|$)/

/** What a span says about people: `user.email` becomes `{ user: { email } }`, read like any metadata. */
export function toldBy({ attributes, resource }: TraceSpan): JsonValue[] {
  return Object.entries({ ...resource, ...attributes }).flatMap(([key, value]) => {
    const [name = '', owner = ''] = key.split('.').toReversed()
    return !besides.test(key) && !tellsOfPeople(name) ? [] : [{ [owner]: { [name]: value } }]
  })
}
