import { createHash } from 'node:crypto'
import type { JsonObject } from '../../base/json/json.ts'

export interface OtlpSpan {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  startTimeUnixNano: string
  endTimeUnixNano: string
  attributes: OtlpAttribute[]
  events?: { timeUnixNano: string; name: string; attributes: OtlpAttribute[] }[]
  status: { code?: number; message?: string }
}

export interface OtlpAttribute {
  key: string
  value: { stringValue: string } | { intValue: string } | { doubleValue: number } | { boolValue: boolean }
}

/** Span kinds and status codes, as numbered by the protocol. */
export const internal = 1
export const client = 3
export const statusOk = 1
export const statusError = 2

/** The facts of a span; times are milliseconds since 1970. */
export interface SpanFacts {
  /** Distinguishes it from its siblings; the same in every report of one result. */
  key: string
  name: string
  kind: number
  startMs: number
  endMs: number
  values: Record<string, string | number | boolean | undefined>
  events?: { name: string; atMs: number; values: Record<string, string | number | undefined> }[]
  status?: { code?: number; message?: string }
}

export type Trace = ReturnType<typeof createTrace>

/** Makes the spans of one trace. Ids are derived from `seed`, so that the same result gives the same spans. */
export function createTrace(seed: string): { span(facts: SpanFacts, parent?: OtlpSpan): OtlpSpan } {
  const traceId = digest(seed, 32)
  return {
    span({ key, name, kind, startMs, endMs, values, events = [], status = {} }, parent) {
      return {
        traceId,
        spanId: digest(`${traceId} ${parent?.spanId ?? ''} ${key}`, 16),
        ...(parent === undefined ? {} : { parentSpanId: parent.spanId }),
        name,
        kind,
        startTimeUnixNano: nano(startMs),
        endTimeUnixNano: nano(Math.max(startMs, endMs)),
        attributes: attributesOf(values),
        ...(events.length === 0
          ? {}
          : {
              events: events.map((event) => ({
                timeUnixNano: nano(event.atMs),
                name: event.name,
                attributes: attributesOf(event.values),
              })),
            }),
        status,
      }
    },
  }
}

/** An id of that many hexadecimal digits, never all zeros. */
function digest(text: string, digits: number): string {
  const id = createHash('sha256').update(text).digest('hex').slice(0, digits)
  return /^0*$/.test(id) ? '1'.padStart(digits, '0') : id
}

function nano(ms: number): string {
  const whole = Math.floor(ms)
  return `${BigInt(whole) * 1_000_000n + BigInt(Math.round((ms - whole) * 1e6))}`
}

export function attributesOf(values: Record<string, string | number | boolean | undefined>): OtlpAttribute[] {
  return Object.entries(values).flatMap(([key, value]): OtlpAttribute[] => {
    if (value === undefined) return []
    if (typeof value === 'string') return [{ key, value: { stringValue: value } }]
    if (typeof value === 'boolean') return [{ key, value: { boolValue: value } }]
    return [{ key, value: Number.isInteger(value) ? { intValue: `${value}` } : { doubleValue: value } }]
  })
}

/** JSON as an attribute's value. */
export function asText(value: JsonObject | JsonObject[]): string {
  return JSON.stringify(value)
}
