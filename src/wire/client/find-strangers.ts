import { holdsAddress } from './address-in-text.ts'
import { addressingMembers, fold, isAddressName } from './addressing-names.ts'
import { namesInText, openValue } from './open-text.ts'
import { type OwnedSinks, ownsAll } from './owned-sinks.ts'

/** Where the interface itself holds members that address somebody or choose how; they are refused at any other place. */
const atHome = new Set([
  ...['doReturnResponse', 'communicationChannel', 'customerNumber', 'customerEmail', 'attachments'],
  ...['whatsappOptions', 'emailOptions', 'emailOptions.replyTo', 'customer_number'],
])

/** Texts for a reader at their own places: nothing takes them for a form or for an address. */
const free = new Set([
  ...['message', 'chatOptions.additionalContext', 'whatsappOptions.message', 'whatsappOptions.additionalContext'],
  ...['emailOptions.additionalContext', 'emailOptions.body', 'emailOptions.subject'],
  ...['options.additionalContext', 'options.initialMessage'],
])

/** What is checked as an id and not as an address, or only holds other members. */
const checkedElsewhere = new Set(['emailOptions', 'emailOptions.replyTo', 'sessionId', 'workflow_id'])

/** Names of ids that lead to somebody, as `fold` spells them. */
const ids = new Set(['sessionid', 'workflowid'])

interface Place {
  value: unknown
  path: string
  key: string
  parent: string
  /** It stands under a name that could hold an address. */
  addressed: boolean
}

/**
 * The first place of a dispatch that could address somebody who is not on the list: under a name of an address at any
 * depth, in a text of JSON, in a text like a form, or because it looks like an address. Null when everything that could
 * be one is on the list.
 */
export function findStrangers(sent: Record<string, unknown>, sinks: OwnedSinks): string | null {
  const places: Place[] = [{ value: sent, path: '', key: '', parent: '', addressed: false }]
  for (let place = places.pop(); place !== undefined; place = places.pop()) {
    const { value, path, key, addressed } = place
    const opened = openValue(value)
    if (opened === null) {
      const odd = oddLeaf(place, sinks)
      if (odd !== null) return odd
      continue
    }
    const list = Array.isArray(opened)
    for (const [name, each] of Object.entries(opened)) {
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
