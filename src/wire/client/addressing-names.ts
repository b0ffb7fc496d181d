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

/** Whether what stands under a folded name could be somebody's address. */
export function isAddressName(key: string): boolean {
  return address.test(key) || addressWords.has(key)
}

/**
 * A name as the most lenient service would compare it: without case, accents or separators, compatible letters alike.
 */
export function fold(name: string): string {
  return name
    .normalize('NFKD')
    .toUpperCase()
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
}
