/** Whether a digit before a secret in base64, or behind it, holds bits of it beside those of something else. */
export interface Shares {
  before: boolean
  behind: boolean
}

/** The digit behind a secret in base64 that holds its last bits, and what fills up the last group. */
const sharedBehind = /[A-Za-z0-9+/_-](?:={1,2}|(?:%3[Dd]){1,2})?/y

/** A place with the digits of base64 that hold bits of the secret too, so that nothing of it is left. */
export function withShared(
  text: string,
  { start, end }: { start: number; end: number },
  from: number,
  shares: Shares | undefined,
): { start: number; end: number } {
  sharedBehind.lastIndex = end
  const isBehind = shares?.behind === true && sharedBehind.test(text)
  // not the last digit of an escape, which would be broken
  const isBefore =
    shares?.before === true && /^[^\\%&]*[A-Za-z0-9+/_-]{2}$/.test(text.slice(Math.max(from, start - 8), start))
  return { start: isBefore ? start - 1 : start, end: isBehind ? sharedBehind.lastIndex : end }
}

/** The digits of base64 that hold nothing but these bytes, behind so many bytes of something else. */
export function inBase64Behind(bytes: Buffer, shift: number): { text: string; shares: Shares } {
  const whole = Buffer.concat([Buffer.alloc(shift), bytes])
    .toString('base64')
    .replace(/=+$/, '')
  const open = (shift + bytes.length) % 3 === 0 ? 0 : 1 // what they share with what stands behind them
  const text = whole.slice(Math.ceil((shift * 4) / 3), whole.length - open)
  return { text, shares: { before: shift > 0, behind: open > 0 } }
}
