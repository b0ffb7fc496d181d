/** Members of the interface that address somebody or choose how, as `fold` spells them. They are refused wherever they stand. */
const members = new Set(
  [
    'doReturnResponse',
    'communicationChannel',
    'customerNumber',
    'customerEmail',
    'attachments',
    'whatsappOptions',
    'emailOptions',
    'replyTo',
  ].map(fold),
)

const channel = /channel|whatsapp|webchat|sms|trunk|medium/
const address = /number|phone|mobile|msisdn|mail|recipient|addressee|contact|destination|customerid|userid|sendto/
const addressWords = new Set(['to', 'cc', 'bcc', 'tel', 'cell', 'jid', 'wa', 'fax'])

/** Members whose text is for a reader: nothing takes it for a form. */
const free = new Set(['message', 'additionalcontext'])

interface Place {
  value: unknown
  key: string
  parent: string
}

/**
 * Why the values of a chat trigger could address a person for a service that looks for addressees deep inside, under
 * other names or in texts that hold JSON; null when they cannot. Metadata may hold `email` or `phone`, which prompts are
 * filled from, as long as nothing beside them could be a channel to send it through.
 */
export function findAddressing(body: Record<string, unknown>): string | null {
  const places: Place[] = Object.entries(body).map(([key, value]) => ({ value, key: fold(key), parent: '' }))
  let channelNamed: string | null = null
  let addressNamed: string | null = null
  for (let place = places.pop(); place !== undefined; place = places.pop()) {
    const { value, key, parent } = place
    const name = [key, parent + key].find((each) => members.has(each))
    if (name !== undefined) return `${name} inside the body could address a real person`
    if (channel.test(key)) channelNamed ??= key
    if (address.test(key) || addressWords.has(key)) addressNamed ??= key
    const opened = open(value)
    if (opened !== null)
      for (const [inner, each] of Object.entries(opened))
        places.push({ value: each, key: Array.isArray(opened) ? key : fold(inner), parent: key })
    else if (typeof value === 'string' && !free.has(key)) {
      const hidden = pairsIn(value).find((each) => members.has(each))
      if (hidden !== undefined) return `a text that holds ${hidden} could be read as a member`
    }
  }
  return channelNamed === null || addressNamed === null
    ? null
    : `${channelNamed} and ${addressNamed} together could address a real person`
}

/** What a value holds: its members or items, also where it is a text of JSON. */
function open(value: unknown): object | null {
  if (typeof value === 'object') return value
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return null
  try {
    const held: unknown = JSON.parse(value)
    return typeof held === 'object' ? held : null
  } catch {
    return null // a text that only begins like JSON
  }
}

/** The names in a text that is written like a form or like pairs. */
function pairsIn(text: string): string[] {
  const before = text.split(/[=:]/).slice(0, -1)
  return before.flatMap((part) => {
    const words = part.split(/[\s&,;{}"']/).filter((word) => word !== '')
    return words.slice(-1).map(fold)
  })
}

/** A name as the most lenient service would compare it: no case, no marks, no separators, compatible letters alike. */
function fold(name: string): string {
  return name
    .normalize('NFKD')
    .toUpperCase()
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
}
