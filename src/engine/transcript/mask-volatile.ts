import type { JsonValue } from '../../base/json/json.ts'
import { mapJson } from '../../base/json/walk-json.ts'
import type { ContentItem, TranscriptEntry } from '../../wire/api/transcript-entry.ts'
import { parseJson } from './tool-call.ts'
import { unsignLink } from './unsign-link.ts'
import type { VolatileFacts, VolatileKind } from './volatile-facts.ts'

/** Volatile values (ids, moments, signed links) are replaced by names; execution times become null. */
export function maskEntry(entry: TranscriptEntry, facts: VolatileFacts): TranscriptEntry {
  switch (entry.type) {
    case 'message': {
      const { senderId, senderName } = entry
      const content = entry.content.map((item) => maskItem(item, facts))
      const metadata = entry.metadata === null ? null : maskValue(entry.metadata, facts)
      return { ...entry, ...restOf(entry, facts), content, senderId, senderName, metadata }
    }
    case 'function_call':
      return { ...entry, ...restOf(entry, facts), arguments: maskValue(entry.arguments, facts) }
    case 'function_call_output':
      return { ...entry, ...restOf(entry, facts), output: maskOutput(entry.output, facts), executionTimeMs: null }
    case 'thinking':
      return { ...entry, ...restOf(entry, facts), thinking: maskText(entry.thinking, facts) }
    case 'summary':
      return { ...entry, ...restOf(entry, facts), summary: maskText(entry.summary, facts) }
    default:
      return { ...entry, original: maskValue(entry.original as JsonValue, facts) }
  }
}

/** A JSON value with the volatile parts of its texts and its epoch numbers replaced by names; keys stay. */
export function maskValue<T extends JsonValue>(value: T, facts: VolatileFacts): T {
  return mapJson(value, (leaf) => {
    if (typeof leaf === 'string') return maskText(leaf, facts)
    const text = String(leaf)
    const masked = Number.isInteger(leaf) ? maskText(text, facts) : text
    return masked === text ? leaf : masked
  }) as T
}

function maskItem(item: ContentItem, facts: VolatileFacts): ContentItem {
  switch (item.type) {
    case 'text':
      return { ...item, text: maskText(item.text, facts) }
    case 'button':
      return { ...item, text: maskText(item.text, facts), payload: maskText(item.payload, facts) }
    case 'image':
    case 'video':
      return { ...item, url: maskUrl(item.url, facts, { query: false }), caption: maskText(item.caption, facts) }
    case 'audio':
      return { ...item, url: maskUrl(item.url, facts, { query: false }) }
    case 'file':
      return { ...item, url: maskUrl(item.url, facts, { query: false }), filename: maskText(item.filename, facts) }
    default:
      return { ...item, original: maskValue(item.original as JsonValue, facts) }
  }
}

/** Masks the text of an output; JSON stays JSON. */
function maskOutput(output: string, facts: VolatileFacts): string {
  const json = parseJson(output)
  if (json === undefined) return maskText(output, facts)
  const masked = JSON.stringify(maskValue(json, facts))
  return masked === JSON.stringify(json) ? output : masked
}

/** The timestamp, the call id, and members that the interface does not list, such as a message's id. */
function restOf(entry: Exclude<TranscriptEntry, { type: 'unknown' }>, facts: VolatileFacts): Record<string, JsonValue> {
  const standIns: Record<string, JsonValue> = { timestamp: facts.names.nameOf('time', entry.timestamp) }
  if ('call_id' in entry) standIns.call_id = facts.names.nameOf('call', entry.call_id)
  for (const [key, value] of Object.entries(entry)) {
    if (/^(message_?)?id$/i.test(key) && typeof value === 'string') standIns[key] = facts.names.nameOf('message', value)
  }
  return standIns
}

/** Linear, and of bounded length: a word of megabytes would overflow the regular expression engine's stack. */
const candidates =
  /(https?:\/\/[^\s"'<>\\^`{|}]+)|(\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?)|(eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]{8,})|[A-Za-z0-9][\w-]{7,100000}/g

/** What could be a fact stays: an order number, another day's date, a departure time. */
export function maskText(text: string, facts: VolatileFacts): string {
  return text.replace(candidates, (match: string, url?: string, moment?: string, token?: string) => {
    if (url !== undefined) return maskLink(url, facts)
    if (moment !== undefined) return maskMoment(moment, facts)
    if (token !== undefined) return facts.names.nameOf('token', token)
    return maskToken(match, facts)
  })
}

/** Excludes punctuation of the sentence around a link. */
function maskLink(match: string, facts: VolatileFacts): string {
  let end = match.length
  while (end > 0 && '.,;:!?)]'.includes(match.charAt(end - 1))) end -= 1
  return `${maskUrl(match.slice(0, end), facts)}${match.slice(end)}`
}

/** A moment is volatile if it falls within the conversation, or has a fraction of a second, as only clocks produce. */
function maskMoment(moment: string, { around, names }: VolatileFacts): string {
  const zoned = /(Z|[+-]\d\d:?\d\d)$/.test(moment.slice(16)) ? moment : `${moment}Z`
  const ms = Date.parse(zoned.replace(' ', 'T'))
  if (Number.isNaN(ms)) return moment
  const inside = around !== null && ms >= around.from && ms <= around.to
  return inside || /\.\d*[1-9]/.test(moment) ? names.nameOf('time', moment) : moment
}

/** Signature, credentials, a local port, and ids, which get names. Without `query`, the whole query goes. */
function maskUrl(url: string, facts: VolatileFacts, { query }: { query: boolean } = { query: true }): string {
  const link = query ? unsignLink(url) : url
  const [, scheme, authority, path, rest] = /^(https?:\/\/)([^/?#]*)([^?#]*)(.*)$/is.exec(link) ?? []
  if (scheme === undefined || authority === undefined || path === undefined || rest === undefined) return url
  const host = authority
    .slice(authority.lastIndexOf('@') + 1)
    .replace(/^(127\.\d+\.\d+\.\d+|\[::1\]|localhost):\d+$/i, '$1')
  return `${scheme}${host}${maskWords(path, facts)}${query ? maskWords(rest, facts) : ''}`
}

function maskWords(text: string, facts: VolatileFacts): string {
  return text.replace(/[A-Za-z0-9][\w-]{7,}/g, (word) => {
    const masked = maskToken(word, facts)
    return masked === word && isRandom(word) ? facts.names.nameOf('id', word) : masked
  })
}

/** Whether a long word in a link is a storage key: it mixes lower and upper case and has several digits. */
function isRandom(word: string): boolean {
  return word.length >= 20 && /[a-z]/.test(word) && /[A-Z]/.test(word) && /\d\D*\d/.test(word)
}

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi
const prefixed = /^(call|toolu|fc|msg|sess|session|req|run|chatcmpl|thread|evt|trace)[_-](?=\D*\d)[A-Za-z0-9]{12,}$/
const ulid = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/
const hexadecimal = /^(?=[a-f]*\d)(?=\d*[a-f])[0-9a-f]{24,}$/i
/** Seconds or milliseconds since 1970. */
const epoch = /^\d{10}(\d{3})?$/

const prefixKinds: Readonly<Record<string, VolatileKind>> = {
  call: 'call',
  toolu: 'call',
  fc: 'call',
  msg: 'message',
  sess: 'session',
  session: 'session',
}

/** The name of a word that is a machine-made id, or the word unchanged. */
function maskToken(token: string, { names, ids, around }: VolatileFacts): string {
  const kind = ids.get(token)
  if (kind !== undefined && /\d/.test(token)) return names.nameOf(kind, token)
  if (ulid.test(token) || hexadecimal.test(token)) return names.nameOf('id', token)
  const prefix = prefixed.exec(token)?.[1]
  if (prefix !== undefined) return names.nameOf(prefixKinds[prefix] ?? 'id', token)
  if (epoch.test(token) && around !== null) {
    const ms = Number(token) * (token.length === 10 ? 1_000 : 1)
    if (ms >= around.from && ms <= around.to) return names.nameOf('time', token)
  }
  return token.replace(uuid, (id) => names.nameOf(ids.get(id) ?? 'uuid', id))
}
