import { toNormalForm } from '../../base/text/normal-form.ts'
import { addressingMembers, fold, isAddressName, namesInText, openValue } from '../api/addressing-names.ts'
import { callRequestShape } from '../api/call.ts'
import { chatRequestShape } from '../api/chat.ts'
import type { OperationId } from '../api/operation.ts'
import { membersOf } from '../api/shape.ts'
import { nodeTriggerRequestShape, workflowCallRequestShape, workflowDeleteRequestShape } from '../api/workflow.ts'
import { type LiveSafety, type OwnedSinks, ownsAll } from './live-safety.ts'
import type { WireRequest } from './transport.ts'
import { isPlainId, oddityOf, operationOf, pathOf, readBody } from './wire-form.ts'

/** Why a request that reaches somebody must not be sent; null if flag and file allow it and addresses are listed. */
export function dangerOfDispatch(request: WireRequest, danger: string, safety: LiveSafety): string | null {
  const read = readDispatch(request)
  if (!read.ok) return safety.dispatch ? read.why : danger
  const { dispatch, sinks } = safety
  if (!dispatch && sinks === null)
    return `${danger}; to send it to addresses of your own, give --allow-dispatch, and list them in a file (--owned-sinks, or "owned sinks:" in the config)`
  if (!dispatch) return `${danger}; the addresses in ${sinks?.file} count only with --allow-dispatch`
  if (sinks === null)
    return `${danger}; --allow-dispatch counts only with a list of addresses of your own (--owned-sinks, or "owned sinks:" in the config)`
  const stranger = strangerIn(read.dispatch, sinks)
  return stranger === null ? null : `${stranger}; if it is your own, add it to ${sinks.file}`
}

function strangerIn({ sent, addressees, workflow }: Dispatch, sinks: OwnedSinks): string | null {
  const names = addressees.filter((name) => sent[name] !== undefined)
  const bad = names.find((name) => typeof sent[name] !== 'string' || sent[name].trim() === '')
  if (bad !== undefined) return `${bad} is not the text of an address`
  if (names.length === 0) return `there is no ${addressees.join(' or ')}, so it cannot be told whom this reaches`
  if (workflow !== null && !sinks.workflows.includes(workflow))
    return `the workflow ${workflow} is not on the list of owned sinks`
  return strangeSession(sent, sinks) ?? findStrangers(sent, sinks)
}

/** Refuses unlisted sessions: a session belongs to somebody, whom a message may reach. Inline replies come to us. */
function strangeSession(sent: Record<string, unknown>, sinks: OwnedSinks): string | null {
  const { sessionId, emailOptions = {}, doReturnResponse, communicationChannel } = sent
  const inline = doReturnResponse === true && communicationChannel === undefined
  const isKnown = (id: unknown): boolean => id === undefined || (typeof id === 'string' && sinks.sessions.includes(id))
  if (!inline && !isKnown(sessionId)) return 'whom the session of sessionId belongs to cannot be told'
  if (typeof emailOptions !== 'object' || emailOptions === null || Array.isArray(emailOptions))
    return 'emailOptions is not an object'
  const replyTo: unknown = 'replyTo' in emailOptions ? emailOptions.replyTo : undefined
  return isKnown(replyTo) ? null : 'whom the session of emailOptions.replyTo belongs to cannot be told'
}

/** A request that messages or calls somebody, or deletes a call, and has only one possible reading. */
interface Dispatch {
  sent: Record<string, unknown>
  /** The members that say whom it reaches; at least one must be present. */
  addressees: readonly string[]
  /** The workflow it concerns, if any. */
  workflow: string | null
}

/** A phone number with any separators that services strip; never part of a word or of a code such as a UUID. */
const phone = /(?<![\p{L}\p{N}_-])[+(]?\d[\d\s().\-/]{5,}\d(?![\p{L}\p{N}_])/gu
/** A date or an instant: as long as a phone number, but harmless. */
const time = /^\d{4}-[01]\d-[0-3]\d([T ][0-2]\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?)?$/

/** Whether a text contains what could be an email address or a phone number. */
export function holdsAddress(text: string): boolean {
  const plain = toNormalForm(text, 'NFKC')
  if (plain.includes('@')) return true
  if (time.test(plain)) return false
  if (/^[+\d\s().\-/]+$/.test(plain)) return countDigits(plain) >= 7
  return [...plain.matchAll(phone)].some(([match]) => countDigits(match) >= 7)
}

function countDigits(text: string): number {
  return text.replace(/\D/g, '').length
}

/** Where the interface itself has members that address somebody or choose how; elsewhere they are refused. */
const atHome = new Set([
  ...['doReturnResponse', 'communicationChannel', 'customerNumber', 'customerEmail', 'attachments'],
  ...['whatsappOptions', 'emailOptions', 'emailOptions.replyTo', 'customer_number'],
])

/** Free text in its documented place: no service reads it as a form or an address. */
const free = new Set([
  ...['message', 'chatOptions.additionalContext', 'whatsappOptions.message', 'whatsappOptions.additionalContext'],
  ...['emailOptions.additionalContext', 'emailOptions.body', 'emailOptions.subject'],
  ...['options.additionalContext', 'options.initialMessage'],
])

/** Members that are checked as ids rather than as addresses, or that only contain other members. */
const checkedElsewhere = new Set(['emailOptions', 'emailOptions.replyTo', 'sessionId', 'workflow_id'])

/** Names of ids that lead to somebody, as `fold` spells them. */
const ids = new Set(['sessionid', 'workflowid'])

interface Place {
  value: unknown
  path: string
  key: string
  parent: string
  /** Whether it is below a name that could hold an address. */
  addressed: boolean
}

/** The first place that could address somebody unlisted, by name, in JSON or a form, or by its looks; else null. */
function findStrangers(sent: Record<string, unknown>, sinks: OwnedSinks): string | null {
  const places: Place[] = [{ value: sent, path: '', key: '', parent: '', addressed: false }]
  for (let place = places.pop(); place !== undefined; place = places.pop()) {
    const { value, path, key, addressed } = place
    const content = openValue(value)
    if (content === null) {
      const odd = oddLeaf(place, sinks)
      if (odd !== null) return odd
      continue
    }
    const list = Array.isArray(content)
    for (const [name, each] of Object.entries(content)) {
      const inner: Place = list
        ? { ...place, value: each }
        : { value: each, path: path === '' ? name : `${path}.${name}`, key: fold(name), parent: key, addressed }
      const odd = list ? null : oddName(inner, name, sinks)
      if (odd !== null) return odd
      inner.addressed ||= !list && !checkedElsewhere.has(inner.path) && isAddressName(inner.key)
      places.push(inner)
    }
  }
  return null
}

function oddName({ path, key, parent }: Place, name: string, sinks: OwnedSinks): string | null {
  const member = [key, parent + key].find((each) => addressingMembers.has(each) || ids.has(each))
  if (member !== undefined && !atHome.has(path) && !checkedElsewhere.has(path))
    return `${path} could be read as ${member}`
  return holdsAddress(name) && !ownsAll(sinks, name) ? `a name in ${path} looks like an address` : null
}

function oddLeaf({ value, path, addressed }: Place, sinks: OwnedSinks): string | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null
  const text = String(value)
  if (addressed) return ownsAll(sinks, text) ? null : `${path} is not on the list of owned sinks`
  if (free.has(path) || checkedElsewhere.has(path)) return null
  if (holdsAddress(text) && !ownsAll(sinks, text))
    return `${path} holds what could be an address that is not on the list`
  const hidden = namesInText(text).find((each) => addressingMembers.has(each) || isAddressName(each))
  return hidden === undefined ? null : `${path} holds a text in which ${hidden} could be read as a member`
}

const customer = ['customer_number']
const kinds: Partial<Record<OperationId, { addressees: readonly string[]; members: readonly string[] }>> = {
  'chat.trigger': { addressees: ['customerNumber', 'customerEmail'], members: membersOf(chatRequestShape) },
  'call.trigger': { addressees: ['phoneNumber'], members: membersOf(callRequestShape) },
  'workflow.call': { addressees: customer, members: membersOf(workflowCallRequestShape) },
  'workflow.delete': { addressees: customer, members: membersOf(workflowDeleteRequestShape) },
  'node.trigger': { addressees: customer, members: membersOf(nodeTriggerRequestShape) },
}

/** A request as a dispatch, or why it cannot be proven to be one that the interface knows. */
function readDispatch(request: WireRequest): { ok: true; dispatch: Dispatch } | { ok: false; why: string } {
  const pathname = pathOf(request)
  const { id, parameter } = operationOf(request.method, pathname) ?? {}
  const kind = id === undefined ? undefined : kinds[id]
  if (kind === undefined || (parameter !== undefined && !isPlainId(parameter)))
    return { ok: false, why: `${request.method} ${pathname} is no operation of the interface` }
  const odd = oddityOf(request)
  if (odd !== null) return { ok: false, why: odd }
  const read = readBody(request)
  if (!read.ok) return read
  const { sent } = read
  const unknown = Object.keys(sent).find((name) => !kind.members.includes(name))
  if (unknown !== undefined) return { ok: false, why: `${unknown} is no member of this request` }
  if (!['boolean', 'undefined'].includes(typeof sent.doReturnResponse))
    return { ok: false, why: 'doReturnResponse is neither true nor false' }
  const pathName = parameter === undefined ? null : decodeURIComponent(parameter)
  const workflow = id === 'node.trigger' ? String(sent.workflow_id) : pathName
  return { ok: true, dispatch: { sent, addressees: kind.addressees, workflow } }
}
