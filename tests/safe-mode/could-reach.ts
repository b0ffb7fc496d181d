import type { WireRequest } from '../../src/wire/client/transport.ts'
import { readLoosely } from './read-loosely.ts'

/**
 * Judges a request that was sent: how it could reach a person at a service that ignores the flag, coerces it,
 * accepts names in any spelling, parses bodies in any way they can be parsed, and decodes paths any number of
 * times. Null if it cannot. It knows the interface and shares no code with the guard.
 */
export function couldReach(request: Pick<WireRequest, 'method' | 'url' | 'headers' | 'body'>): string | null {
  const { method, url, headers, body } = request
  const odd = Object.entries(headers).find(([name, value]) => !usual.test(name) || /[\r\n\0]/.test(value))
  if (odd !== undefined) return `the header ${odd[0]} may mean anything`
  const path = url.slice(url.indexOf('/', url.indexOf('//') + 2))
  if (path.includes('?')) return 'a query may hold members'
  const readings = readPath(path)
  const reads = readings.every((each) => /^\/api\/(session\/fetch\/[^/]*|agent\/blueprints)$/.test(each))
  if (method === 'GET' && reads) return body === undefined ? null : 'a read with a body'
  if (!readings.every((each) => each === '/api/chat-agent/trigger'))
    return `it may do ${method} ${readings.join(' or ')}`
  if (method !== 'POST') return 'another method'
  const types = Object.entries(headers).filter(([name]) => /^content-type$/i.test(name))
  if (types.length !== 1 || !/^application\/json(;\s*charset=utf-8)?$/i.test(types[0]?.[1] ?? ''))
    return 'the body may be read as something else than JSON'
  return couldAddress(body ?? '')
}

const usual = /^(x-api-key|authorization|content-type|accept|user-agent)$/i
const members = [
  'doReturnResponse',
  'agentName',
  'agentVersion',
  'message',
  'sessionId',
  'metadata',
  'chatOptions',
  'timezone',
  'scheduleTime',
  'startWorkingHour',
  'endWorkingHour',
]

function couldAddress(body: string): string | null {
  const pairs = readLoosely(body)
  if (pairs === null) return 'the body is no JSON to a strict reader'
  const top = pairs.filter(({ path, item }) => path.length === 1 && !item)
  const flags = top.filter(({ path }) => soften(path[0] ?? '') === 'doreturnresponse')
  if (flags.length !== 1 || flags[0]?.raw !== 'doReturnResponse') return 'the flag is not there, or twice, or respelled'
  if (flags[0].value?.kind !== 'literal' || flags[0].value.text !== 'true') return 'the flag is not true'
  for (const { raw } of top) {
    if (raw === 'attachments' && areLinks(body)) continue
    if (!members.includes(raw)) return `the member ${raw} may address somebody`
    if (top.filter((each) => each.raw === raw).length > 1) return `the member ${raw} stands twice`
  }
  const others = areLinks(body) ? pairs.filter(({ path }) => path[0] !== 'attachments') : pairs
  const names = others.flatMap(({ path, value }) => [
    ...(path.length > 1 ? namesOf(path) : []),
    ...(value?.kind === 'text' && !/^(message|additionalContext)$/.test(path.at(-1) ?? '') ? namesIn(value.text) : []),
    ...(value?.kind === 'text' ? namesInJson(value.text) : []),
  ])
  const own = names.find((name) =>
    /communicationchannel|customer(number|email)|replyto|attachments|(whatsapp|email)options/.test(name),
  )
  if (own !== undefined) return `${own} inside`
  const single = names.filter((name) => !name.startsWith('+'))
  const medium = single.find((name) => /chan|whatsapp|wachat|webchat|sms|trunk/.test(name))
  const person = single.find((name) => /phone|number|mail|recip|mobile|contact|^(to|cc|bcc|tel)$/.test(name))
  return medium === undefined || person === undefined ? null : `${medium} with ${person} inside`
}

/** Whether the attachments are links and nothing else: an inline reply shows them to the agent alone. */
function areLinks(body: string): boolean {
  const { attachments }: { attachments?: unknown } = JSON.parse(body)
  return (
    Array.isArray(attachments) &&
    attachments.length > 0 &&
    attachments.every((each) => /^https?:\/\/[\w.-]+\/[\w./-]*$/.test(String(each)) && typeof each === 'string')
  )
}

/** The last name, and the last two joined by a plus, for names such as customer.number. */
function namesOf(path: readonly string[]): string[] {
  const [outer = '', last = ''] = path.slice(-2).map(soften)
  return [last, `+${outer}${last}`]
}

function namesInJson(text: string): string[] {
  return /[{[]/.test(text) ? (readLoosely(text.trim()) ?? []).flatMap(({ path }) => namesOf(path)) : []
}

/** The names in a form-encoded text. */
function namesIn(text: string): string[] {
  return text.split(/[&;\n]/).flatMap((part) => (part.includes('=') ? [soften(part.slice(0, part.indexOf('=')))] : []))
}

/** Every path that a service, or a proxy in front of it, could read this one as. */
function readPath(path: string): string[] {
  const readings = new Set([path])
  let decoded = path
  for (let round = 0; round < 3; round += 1) {
    decoded = decoded.replace(/%([0-9a-f]{2})/gi, (_, digits: string) =>
      String.fromCharCode(Number.parseInt(digits, 16)),
    )
    for (const each of [decoded, decoded.normalize('NFKC')]) {
      const plain = each.replace(/[\\]/g, '/').replace(/[;#?\0].*$/, '')
      readings.add(resolveDots(plain.replace(/\/{2,}/g, '/')))
    }
  }
  return [...readings]
}

function resolveDots(path: string): string {
  const segments: string[] = []
  for (const part of path.split('/')) {
    if (part === '..') segments.pop()
    else if (part !== '.') segments.push(part)
  }
  return segments.join('/')
}

/** A name without case, marks, separators and compatibility look-alikes. */
function soften(name: string): string {
  return [...name.normalize('NFKD').replaceAll('ı', 'i').replaceAll('ſ', 's').toLowerCase()]
    .filter((letter) => /[a-z0-9]/.test(letter))
    .join('')
}
