/** Whether the base64 digit before or after a secret holds some of its bits along with those of a neighbour. */
export interface Shares {
  before: boolean
  behind: boolean
}

/** The base64 digit after a secret that holds its last bits, and any padding. */
const sharedBehind = /[A-Za-z0-9+/_-](?:={1,2}|(?:%3[Dd]){1,2})?/y

/** Widens a match to the base64 digits that hold bits of the secret too, so that nothing of it is left. */
export function withShared(
  text: string,
  { start, end }: { start: number; end: number },
  from: number,
  shares: Shares | undefined,
): { start: number; end: number } {
  sharedBehind.lastIndex = end
  const isBehind = shares?.behind === true && sharedBehind.test(text)
  // not the last digit of an escape, which would break it
  const isBefore =
    shares?.before === true && /^[^\\%&]*[A-Za-z0-9+/_-]{2}$/.test(text.slice(Math.max(from, start - 8), start))
  return { start: isBefore ? start - 1 : start, end: isBehind ? sharedBehind.lastIndex : end }
}

/** The base64 digits that hold nothing but these bytes when `shift` other bytes come before. */
export function inBase64Behind(bytes: Buffer, shift: number): { text: string; shares: Shares } {
  const whole = Buffer.concat([Buffer.alloc(shift), bytes])
    .toString('base64')
    .replace(/=+$/, '')
  const open = (shift + bytes.length) % 3 === 0 ? 0 : 1 // the last digit, when it shares bits with what follows
  const text = whole.slice(Math.ceil((shift * 4) / 3), whole.length - open)
  return { text, shares: { before: shift > 0, behind: open > 0 } }
}
