import type { NamedEntry } from '../../suite/yaml/collections.ts'
import { text } from '../../suite/yaml/scalar.ts'
import { refuseType, type Shape } from '../../suite/yaml/shape.ts'
import type { ChannelType } from '../../wire/api/channel-type.ts'

/** A duration: `120 ms` or `2 s`. */
export const milliseconds: Shape<number> = {
  read(node, reading) {
    const match = node.kind === 'scalar' ? /^(\d+(?:\.\d+)?) *(ms|s)$/.exec(node.source) : null
    if (match === null) return refuseType(reading, node, 'a time such as 120 ms or 2 s')
    return Math.round(Number(match[1]) * (match[2] === 's' ? 1_000 : 1))
  },
  schema: () => ({ type: 'string', pattern: '^\\d+(\\.\\d+)? *(ms|s)$' }),
}

export function textsOf(entries: readonly NamedEntry<string>[] = []): Record<string, string> {
  return Object.fromEntries(entries.map(({ name, value }) => [name, value]))
}

/** A mapping, or something short in place of one. */
export function mappingOr<A, B>(short: Shape<A>, whole: Shape<B>): Shape<A | B> {
  return {
    read: (node, reading) => (node.kind === 'map' ? whole : short).read(node, reading),
    schema: (definitions) => ({ anyOf: [short.schema(definitions), whole.schema(definitions)] }),
  }
}

/** Text that may be empty, as `""`. */
export const anyText: Shape<string> = {
  read: (node, reading) => (node.kind === 'scalar' && node.value === '' ? '' : text.read(node, reading)),
  schema: text.schema,
}

export const phoneNumber: Shape<string> = {
  read(node, reading) {
    const read = text.read(node, reading)
    if (read === undefined || isPhoneNumber(read)) return read
    return refuseType(reading, node, 'a phone number of 7 to 15 digits with its country code, such as +15550100')
  },
  schema: () => ({ type: ['string', 'number'], pattern: '^\\+?\\d{7,15}$' }),
}

/** Whether a text is a phone number: 7 to 15 digits with the country code, with or without a plus (DSP-23, CAL-17). */
export function isPhoneNumber(text: string): boolean {
  return /^\+?\d{7,15}$/.test(text)
}

/** A customer's address as compared on a channel: a phone number without its plus, an id or email unchanged. */
export function addresseeOf(channelType: ChannelType, text: string): string {
  return channelType !== 'webChat' && channelType !== 'email' && isPhoneNumber(text) ? withoutPlus(text) : text
}

/** A phone number as stored and compared; with or without a plus it is the same addressee (DSP-22, DEL-06). */
export function withoutPlus(number: string): string {
  return number.replace(/^\+/, '')
}
