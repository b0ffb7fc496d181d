import type { JsonValue } from '../json/json.ts'
import { redactKeys } from '../secrets/secret-keys.ts'
import { findPrivate, spansIn } from './find.ts'

/** Shortens a text before redaction: keys go first, and no private value is cut, as half of one is not recognised. */
export function cutText(whole: string, most: number, end = '…'): string {
  const text = redactKeys(whole)
  if (text.length <= most) return text
  const room = most - end.length
  return `${text.slice(0, wholeCharacters(text, acrossIn(text, room)?.from ?? room))}${end}`
}

/** A value as JSON of at most `most` characters; cuts no value that is private by its member's name either. */
export function cutJson(value: JsonValue, most: number): string {
  const text = redactKeys(JSON.stringify(value))
  if (text.length <= most || typeof value !== 'object') return cutText(text, most)
  const room = most - 1
  const starts = findPrivate(value, byForm).flatMap(({ value: each }) => {
    const escapedText = JSON.stringify(each).slice(1, -1)
    const from = text.lastIndexOf(escapedText, room - 1)
    return from !== -1 && from + escapedText.length > room ? [from] : []
  })
  const end = Math.min(room, acrossIn(text, room)?.from ?? room, ...starts)
  return `${text.slice(0, wholeCharacters(text, end))}…`
}

/** At most the last `most` characters of a text. Like `cutText`, it leaves no part of a private value. */
export function lastOf(whole: string, most: number): string {
  const text = redactKeys(whole)
  const start = Math.max(0, text.length - most)
  const from = acrossIn(text, start)?.to ?? start
  return text.slice(/[\udc00-\udfff]/.test(text.charAt(from)) ? from + 1 : from)
}

const byForm = { named: [], custom: [] }
/** Characters searched on each side of a cut: nothing private is longer, except a token of many kilobytes. */
const around = 5_000

/** The range of the private values that span an index. */
function acrossIn(text: string, index: number): { from: number; to: number } | undefined {
  const start = Math.max(0, index - around)
  const place = index - start
  const spans = spansIn(text.slice(start, index + around), byForm).filter(({ from, to }) => from < place && to > place)
  if (spans.length === 0) return undefined
  return {
    from: start + Math.min(...spans.map(({ from }) => from)),
    to: start + Math.max(...spans.map(({ to }) => to)),
  }
}

/** Moves an index that would split a surrogate pair. */
function wholeCharacters(text: string, index: number): number {
  return /[\ud800-\udbff]/.test(text.charAt(index - 1)) ? index - 1 : index
}
