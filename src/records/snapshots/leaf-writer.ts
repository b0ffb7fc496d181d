import { isJsonObject, type JsonValue } from '../../base/json.ts'
import { showFlow, showMembers } from '../../base/show-flow.ts'
import { escapeText, showUnseen } from './escape-text.ts'
import type { Hider } from './hide-private.ts'

/** Writes the texts and values of a transcript into lines: nothing private, nothing unseen, members in one order. */
export interface LeafWriter {
  /** A text with its line breaks. */
  text(text: string): string
  /** A text in quotes, on one line. */
  quoted(text: string): string
  value(value: JsonValue): string
  members(value: Record<string, JsonValue>): string
  /** A name, in quotes where it could be taken for something else. */
  name(name: string): string
}

/** A writer that hides what `hider` knows. */
export function createLeafWriter({ hideText, hideValue }: Hider): LeafWriter {
  const whole = Number.POSITIVE_INFINITY
  const quoted = (text: string): string => showUnseen(JSON.stringify(hideText(text)))
  return {
    text: (text) => escapeText(hideText(text)),
    quoted,
    value: (value) => showUnseen(showFlow(sortMembers(hideValue(value)), whole)),
    members: (value) => showUnseen(showMembers(sortMembers(hideValue(value)) as Record<string, JsonValue>, whole)),
    name: (name) => (plain.test(name) && !taken.has(name) ? name : quoted(name)),
  }
}

const plain = /^[\p{L}\p{N}_][\p{L}\p{M}\p{N} ._-]*$/u
const taken = new Set(['user', 'assistant'])

/** Members have no order in JSON, and models change it. */
function sortMembers(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(sortMembers)
  if (!isJsonObject(value)) return value
  const keys = Object.keys(value).sort()
  return Object.fromEntries(keys.map((key) => [key, sortMembers(value[key] ?? null)]))
}
