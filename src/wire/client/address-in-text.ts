/** A number as people write it, with anything in between that services strip. It is no part of a word or a code such as a UUID. */
const phone = /(?<![\p{L}\p{N}_-])[+(]?\d[\d\s().\-/]{5,}\d(?![\p{L}\p{N}_])/gu
/** A date or an instant, which is as long as a number. */
const time = /^\d{4}-[01]\d-[0-3]\d([T ][0-2]\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?)?$/

/** Whether a text holds what could be an email address or a phone number. */
export function holdsAddress(text: string): boolean {
  const plain = text.normalize('NFKC')
  if (plain.includes('@')) return true
  if (time.test(plain)) return false
  if (/^[+\d\s().\-/]+$/.test(plain)) return countDigits(plain) >= 7
  return [...plain.matchAll(phone)].some(([found]) => countDigits(found) >= 7)
}

function countDigits(text: string): number {
  return text.replace(/\D/g, '').length
}
