import type { OwnedSinks } from '../../src/wire/client/live-safety.ts'
import type { WireRequest } from '../../src/wire/client/transport.ts'
import { couldReach } from './could-reach.ts'
import { type Pair, readLoosely } from './read-loosely.ts'

/**
 * How a request could reach somebody who is not on the list, at a service that accepts names in any spelling
 * and values in any form. Null if it is harmless, or if everything that could be an address is on the list.
 * It shares no code with the guard.
 */
export function couldReachStranger(request: WireRequest, sinks: OwnedSinks): string | null {
  if (couldReach(request) === null) return null
  const { url, method, headers, body = '' } = request
  if (Object.keys(headers).some((name) => !/^(x-api-key|authorization|content-type)$/.test(name))) return 'a header'
  if (headers['content-type'] !== 'application/json') return 'a body that is no JSON'
  const path = url.slice('https://api.example.com'.length)
  const [, workflow] = /^\/api\/workflow\/call\/([\w-]+)$/.exec(path) ?? []
  const isKnown = ['/api/chat-agent/trigger', '/api/call/trigger', '/workflow/trigger'].includes(path)
  if (!isKnown && workflow === undefined) return `the path ${path}`
  if (method === 'GET' || (method === 'DELETE' && workflow === undefined)) return `the method ${method}`
  const pairs = readAll(body)
  if (pairs === null) return 'a body that a strict reader refuses'
  const spelled = pairs.filter(({ item }) => !item).map((pair) => `${pair.depth} ${pair.path.map(soften).join('.')}`)
  if (new Set(spelled).size < spelled.length) return 'a member twice'
  const at = (name: string): DeepPair | undefined => pairs.find((pair) => pair.path.join('.') === name && !pair.item)
  const workflows = [workflow, at('workflow_id')?.value?.text].filter((each) => each !== undefined)
  if (!workflows.every((each) => sinks.workflows.includes(each))) return 'another workflow'
  const inline = at('doReturnResponse')?.value?.text === 'true' && at('communicationChannel') === undefined
  const sessions = pairs.filter(
    (pair) =>
      /replyto$/.test(soften(pair.path.at(-1) ?? '')) || (!inline && /sessionid$/.test(soften(pair.path.at(-1) ?? ''))),
  )
  if (sessions.some(({ value }) => value === null || !sinks.sessions.includes(value.text)))
    return 'a session of somebody'
  const reached = ['customerNumber', 'customerEmail', 'phoneNumber', 'customer_number'].flatMap(
    (name) => at(name) ?? [],
  )
  if (!reached.some(({ value }) => value !== null && value.text !== '' && isOwn(value.text, sinks)))
    return 'nobody that is known'
  for (const { path, value } of pairs) {
    const hidden = path.find((name) => looksLike(name) && !isOwn(name, sinks))
    if (hidden !== undefined) return `the name ${hidden}`
    if (value === null || value.opened || /^(true|false|null)$/.test(value.text)) continue
    const isPersonal = path.some((name) => person.test(soften(name)) && !/^emailoptions$/.test(soften(name)))
    const id = /replyto$/.test(soften(path.at(-1) ?? ''))
    if (isPersonal && !id && !isOwn(value.text, sinks)) return `${path.join('.')}: ${value.text}`
    if (/^(message|emailOptions\.(subject|body))$/.test(path.join('.'))) continue
    if (looksLike(value.text) && !isOwn(value.text, sinks)) return `${path.join('.')}: ${value.text}`
    const form = value.text
      .split(/[&;\n]/)
      .find((part) => part.includes('=') && person.test(soften(part.split('=')[0] ?? '')))
    if (form !== undefined) return `a form in ${path.join('.')}`
  }
  return null
}

const person = /phone|number|mail|recip|mobile|contact|^(to|cc|bcc|tel)$/

interface DeepPair extends Omit<Pair, 'value'> {
  depth: number
  /** `opened`: the value is a JSON text, whose members follow. */
  value: (NonNullable<Pair['value']> & { opened: boolean }) | null
}

/** All members, including those inside JSON texts. */
function readAll(body: string, depth = 0, outside: string[] = []): DeepPair[] | null {
  const pairs = readLoosely(body)
  if (pairs === null) return null
  return pairs.flatMap((pair): DeepPair[] => {
    const path = [...outside, ...pair.path]
    const { value } = pair
    const json = value?.kind === 'text' && /^\s*[{[]/.test(value.text)
    const inside = json ? readAll(value.text, depth + 1, path) : null
    const reading = value === null ? null : { ...value, opened: inside !== null }
    return [{ ...pair, value: reading, path, depth }, ...(inside ?? [])]
  })
}

function isOwn(text: string, { phoneNumbers, emails }: OwnedSinks): boolean {
  const parts = text.split(',').map((part) => part.trim())
  return parts.every((part) => part === '' || emails.includes(part) || phoneNumbers.includes(part.replace(/^\+/, '')))
}

function looksLike(text: string): boolean {
  const plain = text.normalize('NFKC')
  if (plain.includes('@')) return true
  if (/^\d{4}-\d\d-\d\d/.test(plain)) return false
  return /^(\w+:)?\+?[\d\s().-]{7,}$/.test(plain) && plain.replace(/\D/g, '').length >= 7
}

function soften(name: string): string {
  return [...name.normalize('NFKD').replaceAll('ı', 'i').replaceAll('ſ', 's').toLowerCase()]
    .filter((letter) => /[a-z0-9]/.test(letter))
    .join('')
}
