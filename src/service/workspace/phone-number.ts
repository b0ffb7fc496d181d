import type { ChannelType } from '../../wire/api/session.ts'

/** Whether a text is a phone number: 7 to 15 digits with the country code, with or without a plus (DSP-23, CAL-17). */
export function isPhoneNumber(text: string): boolean {
  return /^\+?\d{7,15}$/.test(text)
}

/**
 * A customer's address as stored and compared on a channel: a phone number without its plus, an id or email address
 * unchanged.
 */
export function addresseeOf(channelType: ChannelType, text: string): string {
  return channelType !== 'webChat' && channelType !== 'email' && isPhoneNumber(text) ? withoutPlus(text) : text
}

/** A phone number as stored and compared; with or without plus it is the same addressee (DSP-22, DEL-06). */
export function withoutPlus(number: string): string {
  return number.replace(/^\+/, '')
}
