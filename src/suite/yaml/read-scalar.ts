import { type Cursor, placeOn, unusual } from './cursor.ts'
import type { ScalarNode } from './node.ts'

/** Up to a comment, the colon of a key or, in brackets, a delimiter. Leaves the cursor after its last letter. */
export function readPlain(cursor: Cursor, inFlow: boolean): ScalarNode {
  const { text, end, at: from } = cursor
  if (!beginsPlain(text.charCodeAt(from), text.charCodeAt(from + 1))) throw unusual
  let at = from
  let last = from
  for (; at < end; at += 1) {
    const code = text.charCodeAt(at)
    if (code === space) continue
    if (code === hash && text.charCodeAt(at - 1) === space) {
      if (at + 1 < end && text.charCodeAt(at + 1) !== space) throw unusual // the full parser refuses it
      break
    }
    if (code === colon && endsKey(text, at, end, inFlow)) break
    if (inFlow && isFlowMark(code)) break
    last = at + 1
  }
  cursor.at = last
  const source = text.slice(from, last)
  if (mayBeNumber(source.charCodeAt(0)) && /^(?:0[ox]|[-+]?\.(?:inf|nan))/i.test(source)) throw unusual
  return { kind: 'scalar', value: resolvePlain(source), source, plain: true, at: placeOn(cursor, from, last) }
}

/** The value of unquoted text in the core schema of YAML 1.2. */
function resolvePlain(text: string): null | boolean | number | string {
  if (text.length <= 5) {
    const wordValue = words.get(text)
    if (wordValue !== undefined) return wordValue
  }
  return mayBeNumber(text.charCodeAt(0)) && number.test(text) ? Number(text) : text
}

const words = new Map<string, null | boolean | number>([
  ['~', null],
  ['null', null],
  ['Null', null],
  ['NULL', null],
  ['true', true],
  ['True', true],
  ['TRUE', true],
  ['false', false],
  ['False', false],
  ['FALSE', false],
])

/** Integers and decimals; other spellings of numbers are left to the full parser (see `isOddNumber`). */
const number = /^[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?$/

function mayBeNumber(first: number): boolean {
  return (first >= 48 && first <= 57) || first === 43 || first === 45 || first === 46
}

const [space, hash, colon, dash] = [32, 35, 58, 45]

/** Characters that cannot begin plain text: indicators, including conditional ones. */
const marks = new Set([...'?:,[]{}#&*!|>\'"%@`='].map((mark) => mark.charCodeAt(0)))

function beginsPlain(first: number, second: number): boolean {
  if (first === dash) return second > space && !isFlowMark(second)
  return !marks.has(first)
}

function endsKey(text: string, at: number, end: number, inFlow: boolean): boolean {
  if (at + 1 >= end) return true
  const after = text.charCodeAt(at + 1)
  return after === space || (inFlow && isFlowMark(after))
}

function isFlowMark(code: number): boolean {
  return code === 44 || code === 91 || code === 93 || code === 123 || code === 125
}

/** A text in quotes that ends on its line, with JSON's escapes. The cursor is on the opening quote. */
export function readQuoted(cursor: Cursor): ScalarNode {
  const { text, at: from } = cursor
  const quote = text.charAt(from)
  let escaped = false
  let at = from + 1
  for (; ; at += 1) {
    if (at >= cursor.end) throw unusual
    const code = text.charCodeAt(at)
    if (quote === '"' && code === backslash) {
      escaped = true
      at += 1
    } else if (code === quote.charCodeAt(0)) {
      if (quote === '"' || text.charAt(at + 1) !== "'") break
      escaped = true
      at += 1
    }
  }
  cursor.at = at + 1
  const inner = text.slice(from + 1, at)
  const value = !escaped ? inner : quote === "'" ? inner.replaceAll("''", "'") : unescapeJson(inner)
  return { kind: 'scalar', value, source: value, plain: false, at: placeOn(cursor, from, at + 1) }
}

const backslash = 92

function unescapeJson(inner: string): string {
  if (!/^(?:[^\\]|\\(?:["\\/bfnrt]|u(?![dD][89a-fA-F])[\da-fA-F]{4}))*$/.test(inner)) throw unusual
  return JSON.parse(`"${inner}"`) as string
}
