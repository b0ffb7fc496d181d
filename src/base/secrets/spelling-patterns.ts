import { unseenCharacters } from '../text/escapes.ts'

/** What separates bytes in logs, addresses and lists in programs. */
export const betweenBytes = String.raw`(?:[ :-]|,? ?0[xX]|, ?|\r?\n|\\{1,8}n)?`

/** What is invisible within a word, including line breaks, since narrow output wraps long words. */
export const unseen = String.raw`\r\n\u2028\u2029${unseenCharacters}`
/** What may follow the first character besides the second: an escape, or something invisible. */
export const afterFirst = String.raw`[\\%&${unseen}]`

export const betweenBytesInJson = String.raw`(?:[ :-]|,? ?0[xX]|, ?|(?:\\r)?\\n)?`
/** What may stand in JSON for the next character of a spelling, or before it: an escape or something invisible. */
export const otherInJson = String.raw`[%&\u007f-\uffff]|\\[^"]`

/** A text as JSON writes it; a backslash within it is two, so that one alone is an escape of JSON itself. */
export const inJson = (text: string): string => JSON.stringify(text).slice(1, -1)

/** A pattern for the first characters of a spelling, up to `most`, any of them behind the first perhaps as `other`. */
export function beginningOf(
  { codes, others }: { codes: readonly number[]; others: ReadonlyMap<number, number> },
  most: number,
  other: string,
  write: (text: string) => string = String,
): string {
  const first = codes.slice(0, most)
  const plain = first.findIndex((code) => code > 0x7e || code < 0x20)
  return (plain < 0 ? first : first.slice(0, Math.max(1, plain))).reduceRight((rest, code) => {
    const ways = [...new Set([code, others.get(code) ?? code])].map((each) => write(String.fromCodePoint(each)))
    const any = `(?:${ways.map(codeUnits).join('|')})`
    return rest === '' ? any : `${any}(?:${other}|${rest})`
  }, '')
}

const codeUnits = (text: string): string =>
  text.replace(/./gs, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)

export function hexPattern(byte: number): string {
  return byte
    .toString(16)
    .padStart(2, '0')
    .replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`)
}
