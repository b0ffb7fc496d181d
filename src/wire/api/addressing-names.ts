import { toNormalForm } from '../../base/text/normal-form.ts'

/** Members that address somebody or choose a channel, as `fold` spells them. They are refused at any depth. */
export const addressingMembers: ReadonlySet<string> = new Set(
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

/** Whether a folded name could choose the channel of a message. */
export function isChannelName(key: string): boolean {
  return channel.test(key)
}

/** Whether the value under a folded name could be somebody's address. */
export function isAddressName(key: string): boolean {
  return address.test(key) || addressWords.has(key)
}

/** What is the name of a person to reach, rather than of something known about the customer, as `phone` and `email` are. */
const reach =
  /(?:target|lead|sms|whatsapp|recipient|addressee|destination|sendto|notify)(?:no|nr|number|phone|mobile|e?mail|address)?$/

/** Whether the value under a folded name, if it is an address, is likely one that somebody is reached at. */
export function isReachName(key: string): boolean {
  return reach.test(key) || addressWords.has(key)
}

/** Letters of other alphabets that look like Latin ones, each above the one that it looks like. */
const [others, latin] = [[...'авеѕіјкмноԁрсԛтуԝхһӏαβεικνορτυχωγ'], [...'abesijkmhodpcqtywxhlabeikvoptuxwy']]
const alike = new Map(others.map((letter, index) => [letter, latin[index] ?? letter]))

/** A name as the most lenient service compares it: no case, accents or separators; look-alike letters are Latin. */
export function fold(name: string): string {
  return toNormalForm(name, 'NFKD')
    .toUpperCase()
    .toLowerCase()
    .replace(/\P{ASCII}/gu, (letter) => alike.get(letter) ?? '')
    .replace(/[^a-z0-9]/g, '')
}

/** Whether a service or a gateway could read a header as another method or path, or as an addressee. */
export function isMeaningfulHeader(header: string): boolean {
  const name = fold(header).replace(/^x/, '')
  return (
    /method|rewrite|original|^host$|forwarded/.test(name) ||
    addressingMembers.has(name) ||
    isChannelName(name) ||
    isAddressName(name)
  )
}

/** A value as an object or array, parsed if it is JSON text; null for anything else. */
export function openValue(value: unknown): object | null {
  if (typeof value === 'object') return value
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return null
  try {
    const content: unknown = JSON.parse(value)
    return typeof content === 'object' ? content : null
  } catch {
    return null // a text that only begins like JSON
  }
}

/** The folded names in a text written like a form or like key-value pairs. */
export function namesInText(text: string): string[] {
  const before = text.split(/[=:]/).slice(0, -1)
  return before.flatMap((part) => {
    const words = part.split(/[\s&,;{}"']/).filter((word) => word !== '')
    return words.slice(-1).map(fold)
  })
}
