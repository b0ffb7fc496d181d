/** The lengths of the hashes that people meet: MD5 and UUIDs, SHA-1, SHA-256 and SHA-512. */
const hashLengths: readonly number[] = [32, 40, 64, 128]
const longest = 128
const uuid = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/gi

/** A match that is a card number, or an empty text; beside letters it needs an issuer's prefix, outside hashes. */
export function cardOf(whole: string, text: string, from: number): string {
  if (!isCard(whole)) return ''
  const to = from + whole.length
  if (!/\w/.test(`${text.charAt(from - 1)}${text.charAt(to)}`)) return whole
  return isIssued(whole) && !isInHash(text, from, to) && !isInUuid(text, from, to) ? whole : ''
}

/** Whether the hexadecimal digits around make a hash; one has other digits too: letters alone are a word. */
function isInHash(text: string, from: number, to: number): boolean {
  let [start, end] = [from, to]
  while (from - start <= longest && isHex(text.charCodeAt(start - 1))) start -= 1
  while (end - to <= longest && isHex(text.charCodeAt(end))) end += 1
  return hashLengths.includes(end - start) && /\d/.test(text.slice(start, from) + text.slice(to, end))
}

function isHex(code: number): boolean {
  return (code >= 0x30 && code <= 0x39) || (code >= 0x61 && code <= 0x66) || (code >= 0x41 && code <= 0x46)
}

function isInUuid(text: string, from: number, to: number): boolean {
  const start = Math.max(0, from - 36)
  return [...text.slice(start, to + 36).matchAll(uuid)].some(
    ({ index }) => start + index <= from && start + index + 36 >= to,
  )
}

/** The Luhn check. Thirteen digits that start with 1 are a timestamp in milliseconds. */
function isCard(text: string): boolean {
  const digits = text.replace(/\D/g, '')
  if (digits.length < 13 || digits.length > 19 || /^1\d{12}$/.test(digits)) return false
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const doubled = Number(digit) * (index % 2 === 0 ? 1 : 2)
    return total + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return sum % 10 === 0
}

/** Whether issuers use such a prefix and length: beside letters the checksum is not evidence enough. */
function isIssued(text: string): boolean {
  return /^(?:4(?:\d{12}|\d{15}|\d{18})|(?:5[1-5]|2[2-7]|6[05]|35|62|81)\d{14}|3[47]\d{13}|3[0689]\d{12}|62\d{15,17})$/.test(
    text.replace(/\D/g, ''),
  )
}
