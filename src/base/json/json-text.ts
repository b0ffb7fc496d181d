import type { JsonValue } from './json.ts'

/** Longer digit strings are never kept as numbers. */
const longest = 400

/** Whether digits keep their value as a JavaScript number: integers to 2^53 - 1, others that print as written. */
export function isExactNumber(text: string): boolean {
  return keeps(text, 0)
}

/**
 * `JSON.parse`, but a number that would lose precision becomes the text of its digits, told by `isLongNumber`.
 * A fraction of up to 17 digits stays a number: many languages print doubles that way. @throws SyntaxError
 */
export function parseExactJson(text: string): unknown {
  const value: unknown = JSON.parse(text)
  if (!suspicious.test(text)) return value
  const quoted = quoteInexact(text)
  return quoted === text ? value : JSON.parse(quoted, recallNumber)
}

/** The value of a text that is JSON, else undefined; `parse` may be `parseExactJson`. */
export function parseIfJson(text: string, parse: (text: string) => unknown = JSON.parse): JsonValue | undefined {
  try {
    return parse(text) as JsonValue
  } catch {
    return undefined
  }
}

/** The members and items that were numbers of more digits than a JavaScript number holds, by their container. */
const longNumbers = new WeakMap<object, Set<string>>()

/** Stands before the digits of such a number until the text is parsed; no text of anybody has a noncharacter. */
const mark = '\uffff'

function recallNumber(this: object, key: string, value: unknown): unknown {
  if (typeof value !== 'string' || !value.startsWith(mark)) return value
  const keys = longNumbers.get(this)
  if (keys === undefined) longNumbers.set(this, new Set([key]))
  else keys.add(key)
  return value.slice(mark.length)
}

/** Whether a text in `container` was a long number to `parseExactJson`. Copies of the container no longer know. */
export function isLongNumber(container: object, key: string | number): boolean {
  return longNumbers.get(container)?.has(String(key)) ?? false
}

/** The same for a value that is the whole of a JSON text. */
export function isLongNumberAlone(value: unknown, text: string): boolean {
  return typeof value === 'string' && !/^\s*"/.test(text)
}

/** A cheap check: nearly every text holds neither a long number nor one with a large exponent. */
const suspicious = /[\d.]{16}|\d[eE][+-]?\d\d/

function keeps(text: string, enough: number): boolean {
  if (text.length > longest) return false
  const value = Number(text)
  if (/^-?\d+$/.test(text)) return Math.abs(value) <= Number.MAX_SAFE_INTEGER
  const [digits, shortened] = [significant(text), significant(String(value))]
  return digits === shortened || (digits.length <= enough && shortened !== '')
}

/** The significant digits of a number: no leading or trailing zeros, no point, no exponent. */
function significant(number: string): string {
  const digits = number.replace(/[eE].*$/, '').replace(/\D/g, '')
  let [from, to] = [0, digits.length]
  while (from < to && digits.charCodeAt(from) === 48) from += 1
  while (to > from && digits.charCodeAt(to - 1) === 48) to -= 1
  return digits.slice(from, to)
}

/** The same valid JSON, with the numbers that would lose precision as marked texts. */
function quoteInexact(text: string): string {
  let [output, done] = ['', 0]
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === quote) at = endOfText(text, at)
    else if (code === minus || isDigit(code)) {
      const from = at
      while (at + 1 < text.length && isOfNumber(text.charCodeAt(at + 1))) at += 1
      const numeral = text.slice(from, at + 1)
      if (numeral.length < 4 || keeps(numeral, 17)) continue
      output += `${text.slice(done, from)}"${mark}${numeral}"`
      done = at + 1
    }
  }
  return output + text.slice(done)
}

const [quote, minus] = [34, 45]

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57
}

function isOfNumber(code: number): boolean {
  return isDigit(code) || code === minus || code === 43 || code === 46 || code === 101 || code === 69
}

/** A container the scan is inside: an object's names so far, or the number of items before the current one. */
type Frame = { names: Set<string>; name: string } | { items: number }

/** The path of the first member that is twice in its object, or null: parsers keep either. Takes valid JSON. */
export function duplicateMember(text: string): string | null {
  const frames: Frame[] = []
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    const frame = frames.at(-1)
    if (code === 34) {
      const end = endOfText(text, at)
      if (frame !== undefined && 'names' in frame && isName(text, end)) {
        const key = text.slice(at + 1, end)
        frame.name = key.includes('\\') ? (JSON.parse(`"${key}"`) as string) : key
        if (frame.names.has(frame.name)) return pathOf(frames)
        frame.names.add(frame.name)
      }
      at = end
    } else if (code === 123) frames.push({ names: new Set(), name: '' })
    else if (code === 91) frames.push({ items: 0 })
    else if (code === 125 || code === 93) frames.pop()
    else if (code === 44 && frame !== undefined && 'items' in frame) frame.items += 1
  }
  return null
}

/** The index of the quote that closes the string at `start`: the first after an even number of backslashes. */
function endOfText(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let slashes = 0
    while (text.charCodeAt(end - 1 - slashes) === 92) slashes += 1
    if (slashes % 2 === 0) return end
  }
  return text.length
}

/** Where the JSON value beginning at `from` ends, by quotes and brackets alone; -1 if none begins or it is cut off. */
export function endOfJson(text: string, from: number): number {
  let depth = 0
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === quote) at = endOfText(text, at)
    else if (code === 123 || code === 91) depth += 1
    else if (code === 125 || code === 93) depth -= 1
    else if (depth === 0) return endOfWord(text, at)
    else if (!isBetween(code)) return -1
    if (depth <= 0) return depth === 0 && at < text.length ? at + 1 : -1
  }
  return -1
}

function endOfWord(text: string, from: number): number {
  let at = from
  while (at < text.length && (isOfNumber(text.charCodeAt(at)) || isLetter(text.charCodeAt(at)))) at += 1
  return at === from ? -1 : at
}

/** Whether a character may stand outside of quotes within an object or a list: also white space, a comma or a colon. */
function isBetween(code: number): boolean {
  return code <= 32 || code === 44 || code === 58 || isOfNumber(code) || isLetter(code)
}

function isLetter(code: number): boolean {
  return code >= 97 && code <= 122
}

/** Whether the string that ends here is a member name: a colon follows. */
function isName(text: string, end: number): boolean {
  let next = end + 1
  while (text.charCodeAt(next) <= 32) next += 1
  return text.charCodeAt(next) === 58
}

function pathOf(frames: readonly Frame[]): string {
  return frames.reduce((path, frame) => {
    if ('items' in frame) return `${path}[${frame.items}]`
    return path === '' ? frame.name : `${path}.${frame.name}`
  }, '')
}

/** The deepest nesting accepted: no real answer goes deeper, and recursion within it cannot overflow the stack. */
export const deepest = 500

/** Whether JSON text is nested deeper than `most`. Nearly free when the text has too few brackets for that. */
export function isTooDeep(text: string, most: number = deepest): boolean {
  if (!holds(text, '}', most / 2) && !holds(text, ']', most / 2)) return false
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === quote) at = endOfText(text, at)
    else if (code === 123 || code === 91) {
      if (++depth > most) return true
    } else if (code === 125 || code === 93) depth--
  }
  return false
}

/** Half of `most` each, since objects and lists together could reach the limit. */
function holds(text: string, bracket: string, times: number): boolean {
  let at = -1
  for (let count = 0; count < times; count++) {
    at = text.indexOf(bracket, at + 1)
    if (at < 0) return false
  }
  return true
}

/** Where a text stops being JSON, from 1; engines do not always say, so the shortest wrong prefix is searched. */
export function placeOfMistake(text: string): { line: number; column: number } {
  let [good, bad] = [0, text.length + 1]
  while (bad - good > 1) {
    const middle = Math.floor((good + bad) / 2)
    if (canGoOn(text.slice(0, middle))) good = middle
    else bad = middle
  }
  const lines = text.slice(0, good).split('\n')
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 }
}

function canGoOn(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch (error) {
    const { message } = error as Error
    const position = /position (\d+)/.exec(message)?.[1]
    return position === undefined ? /end of JSON/.test(message) : Number(position) >= text.length
  }
}
