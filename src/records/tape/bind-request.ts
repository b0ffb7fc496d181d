import { isJsonObject, type JsonValue } from '../../base/json/json.ts'
import { openJson } from '../../base/privacy/find.ts'
import { inGroups } from '../../base/privacy/spellings.ts'
import type { TapedRequest } from './tape.ts'

/** One place where two requests differ; an absent value is undefined. */
export interface RequestDifference {
  /** `method`, `path`, or a place in the body: `body.metadata.tier`. */
  at: string
  recorded: JsonValue | undefined
  sent: JsonValue | undefined
}

/** Compares a request with a recorded one, members in any order; binds stand-ins in `table`, everywhere the same. */
export function bindRequest(recorded: TapedRequest, sent: TapedRequest, table: StandInTable): RequestDifference[] {
  const differences: RequestDifference[] = []
  const differ = (at: string, one: JsonValue | undefined, other: JsonValue | undefined): void =>
    void differences.push({ at, recorded: one, sent: other })
  const bind = (at: string, one: JsonValue | undefined, other: JsonValue | undefined): void => {
    if (typeof one === 'string' && typeof other === 'string') {
      if (one === other || bindText(one, other, table)) return
      const [inner, outer] = [openJson(one), openJson(other)]
      if (inner === undefined || outer === undefined) differ(at, one, other)
      else bind(at, inner, outer)
    } else if (typeof one === 'number' && typeof other === 'number') {
      if (one !== other && !bindText(String(one), String(other), table)) differ(at, one, other)
    } else if (Array.isArray(one) && Array.isArray(other)) {
      for (let index = 0; index < Math.max(one.length, other.length); index += 1)
        bind(`${at}[${index}]`, one[index], other[index])
    } else if (isJsonObject(one) && isJsonObject(other)) {
      for (const key of new Set([...Object.keys(one), ...Object.keys(other)]))
        bind(`${at}.${key}`, ownMember(one, key), ownMember(other, key))
    } else if (one !== other) differ(at, one, other)
  }
  bind('method', recorded.method, sent.method)
  bind('path', recorded.path, sent.path)
  bind('body', recorded.body, sent.body)
  return differences
}

function ownMember(object: { [key: string]: JsonValue }, key: string): JsonValue | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined
}

/** The stand-ins of a tape, and the values bound to them so far in this replay. */
export interface StandInTable {
  standIns: readonly string[]
  bound: Map<string, string>
}

/** Whether texts are equal apart from stand-ins, which are then bound. Takes linear time. */
export function bindText(recorded: string, sent: string, { standIns, bound }: StandInTable): boolean {
  const parts = splitAtStandIns(recorded, standIns)
  const values = new Map<string, string>()
  let at = 0
  for (const [index, part] of parts.entries()) {
    if (part.standIn === null) {
      if (!sent.startsWith(part.text, at)) return false
      at += part.text.length
      continue
    }
    const digits = /^\d+$/.test(part.standIn)
    const boundValue = values.get(part.standIn) ?? bound.get(part.standIn)
    const end = endOf(part.text, digits, boundValue, parts[index + 1]?.text, sent, at)
    if (end === null) return false
    const value = digits ? sent.slice(at, end).replace(/\D/g, '') : sent.slice(at, end)
    if (boundValue !== undefined && boundValue !== value) return false
    if (digits && value.length !== part.standIn.length) return false
    values.set(part.standIn, value)
    at = end
  }
  if (at !== sent.length) return false
  for (const [standIn, value] of values) bound.set(standIn, value)
  return true
}

/** Where the value behind a stand-in ends; null if no value fits. */
function endOf(
  text: string,
  digits: boolean,
  boundValue: string | undefined,
  next: string | undefined,
  sent: string,
  at: number,
): number | null {
  if (digits) return at + text.length
  if (boundValue !== undefined) return at + boundValue.length
  const end = next === undefined ? sent.length : sent.indexOf(next, at + 1)
  return end <= at ? null : end
}

interface Part {
  text: string
  standIn: string | null
}

function splitAtStandIns(text: string, standIns: readonly string[]): Part[] {
  const patterns = standIns
    .toSorted((a, b) => b.length - a.length)
    .map((standIn) =>
      /^\d+$/.test(standIn) ? `(?<!\\d)${inGroups(standIn)}(?!\\d)` : standIn.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&'),
    )
  if (patterns.length === 0) return [{ text, standIn: null }]
  const parts: Part[] = []
  let at = 0
  for (const match of text.matchAll(new RegExp(patterns.join('|'), 'gu'))) {
    if (match.index > at) parts.push({ text: text.slice(at, match.index), standIn: null })
    const standIn = match[0]
    parts.push({ text: standIn, standIn: standIns.includes(standIn) ? standIn : standIn.replace(/\D/g, '') })
    at = match.index + standIn.length
  }
  if (at < text.length) parts.push({ text: text.slice(at), standIn: null })
  return parts
}
