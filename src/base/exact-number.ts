import { endOfText } from './duplicate-member.ts'

/** Longer texts are never kept as numbers. */
const longest = 400

/**
 * Whether a number written in digits keeps its value as a JavaScript number: integers up to 2^53 - 1, and others that
 * print with the digits they were written with.
 */
export function isExactNumber(written: string): boolean {
  return keeps(written, 0)
}

/**
 * Parses JSON like `JSON.parse`, except that a number which would change becomes the text of its digits, so that two
 * 64-bit ids are never taken for one. A fraction of up to 17 digits stays a number, since many languages print a double
 * that way. @throws SyntaxError like `JSON.parse`
 */
export function parseExactJson(text: string): unknown {
  const value: unknown = JSON.parse(text)
  if (!suspicious.test(text)) return value
  const kept = quoteInexact(text)
  return kept === text ? value : JSON.parse(kept)
}

/** Nearly every text holds neither a long number nor one with a large exponent. */
const suspicious = /[\d.]{16}|\d[eE][+-]?\d\d/

function keeps(written: string, enough: number): boolean {
  if (written.length > longest) return false
  const value = Number(written)
  if (/^-?\d+$/.test(written)) return Math.abs(value) <= Number.MAX_SAFE_INTEGER
  const [digits, kept] = [significant(written), significant(String(value))]
  return digits === kept || (digits.length <= enough && kept !== '')
}

/** The digits of a number without zeros at their ends, the point and the exponent. */
function significant(number: string): string {
  const digits = number.replace(/[eE].*$/, '').replace(/\D/g, '')
  let [from, to] = [0, digits.length]
  while (from < to && digits.charCodeAt(from) === 48) from += 1
  while (to > from && digits.charCodeAt(to - 1) === 48) to -= 1
  return digits.slice(from, to)
}

/** The same valid JSON, with quotes around the numbers that would change. */
function quoteInexact(text: string): string {
  let [made, done] = ['', 0]
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === quote) at = endOfText(text, at)
    else if (code === minus || isDigit(code)) {
      const from = at
      while (at + 1 < text.length && isOfNumber(text.charCodeAt(at + 1))) at += 1
      const written = text.slice(from, at + 1)
      if (written.length < 4 || keeps(written, 17)) continue
      made += `${text.slice(done, from)}"${written}"`
      done = at + 1
    }
  }
  return made + text.slice(done)
}

const [quote, minus] = [34, 45]

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57
}

/** A digit, a sign, a point or the letter of an exponent. */
function isOfNumber(code: number): boolean {
  return isDigit(code) || code === minus || code === 43 || code === 46 || code === 101 || code === 69
}
