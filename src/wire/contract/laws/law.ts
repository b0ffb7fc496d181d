import { z } from 'zod'
import { isJsonObject, type JsonObject, type JsonValue } from '../../../base/json/json.ts'
import { parseIfJson } from '../../../base/json/json-text.ts'
import type { Violation } from '../../api/shape.ts'
import type { ContractExchange } from '../world/outcome.ts'

/** The law's part is absent, the law held (maybe in one of several readings), or what is wrong and where. */
export type Look = 'absent' | 'held' | { reading: string } | { broken: string }

/** A law that must hold for every answer that has the part it is about. */
export type Law = (exchange: ContractExchange) => Look

export type ContractLaws = Readonly<Record<string, Law>>

/** The body of an answer as an object, or null. */
export function bodyOf({ body }: ContractExchange): JsonObject | null {
  return isJsonObject(body) ? body : null
}

/** The data of an accepted answer, as an object; null for any other answer. */
export function dataOf(exchange: ContractExchange): JsonObject | null {
  const data = bodyOf(exchange)?.data
  return exchange.outcome.accepted && isJsonObject(data) ? data : null
}

/** The body that was sent, as an object; empty if it is not one. */
export function sentOf({ request }: ContractExchange): JsonObject {
  const value = parseIfJson(request.body ?? '')
  return isJsonObject(value) ? value : {}
}

/** The session of a session fetch; none for any other answer. */
export function sessionsIn(exchange: ContractExchange): JsonObject[] {
  return exchange.request.operation === 'session.get' ? [dataOf(exchange) ?? []].flat() : []
}

/** The entries of a transcript, in a fetched session or an inline reply. */
export function entriesOf(exchange: ContractExchange): JsonObject[] {
  const { operation } = exchange.request
  const transcript = operation === 'session.get' || operation === 'chat.trigger' ? dataOf(exchange)?.transcript : null
  return Array.isArray(transcript) ? transcript.filter(isJsonObject) : []
}

export function itemsOf(exchange: ContractExchange): JsonObject[] {
  return entriesOf(exchange).flatMap(({ type, content }) =>
    type === 'message' && Array.isArray(content) ? content.filter(isJsonObject) : [],
  )
}

/** A law that checks every part of some kind in an answer; the check returns what is wrong, or null. */
export function each<T>(parts: (exchange: ContractExchange) => readonly T[], check: (part: T) => string | null): Law {
  return (exchange) => {
    const all = parts(exchange)
    const broken = all.map(check).find((finding) => finding !== null)
    return broken === undefined || broken === null ? (all.length > 0 ? 'held' : 'absent') : { broken }
  }
}

/** The parts of some kind in an answer. */
export type Parts = (exchange: ContractExchange) => readonly JsonObject[]

/** A law that the members of every part are of these kinds. */
export function kindLaw(parts: Parts, kinds: Record<string, readonly string[]>): Law {
  return each(parts, (part) => findMistyped(part, kinds))
}

/** A law that a member of every part is one of these values. */
export function among(parts: Parts, member: string, values: readonly unknown[]): Law {
  return each(parts, ({ [member]: value }) => (values.includes(value) ? null : `${member} is ${JSON.stringify(value)}`))
}

/** Describes the first member whose kind is not allowed; null if all are fine. */
export function findMistyped(object: JsonObject, kinds: Record<string, readonly string[]>): string | null {
  for (const [name, allowed] of Object.entries(kinds)) {
    const kind = kindOf(object[name])
    if (!allowed.includes(kind)) return `${name}: expected ${allowed.join(' or ')}, got ${kind}`
  }
  return null
}

/** The kinds of the members of an object shape, each of which may also be one of `more`. */
export function kindsOf({ shape }: z.ZodObject, ...more: string[]): Record<string, string[]> {
  return Object.fromEntries(Object.entries(shape).map(([name, member]) => [name, [...kindsIn(member), ...more]]))
}

function kindsIn(shape: z.core.$ZodType): string[] {
  if (shape instanceof z.ZodNullable) return [...kindsIn(shape.unwrap()), 'null']
  const { type } = shape._zod.def
  return [type === 'custom' ? 'object' : type] // the only custom shape is that of any object
}

/** The kind of a member: absent, null, array, object, string, number or boolean. */
function kindOf(value: JsonValue | undefined): string {
  if (value === undefined) return 'absent'
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}

/** Held or broken. An expensive finding, as one that quotes the answer, is a function called only if needed. */
export function expectThat(holds: boolean, finding: string | (() => string)): Look {
  return holds ? 'held' : { broken: typeof finding === 'string' ? finding : finding() }
}

export function showViolations(violations: readonly Violation[]): string {
  return violations.map(({ path, expected, actual }) => `${path}: expected ${expected}, got ${actual}`).join('; ')
}
