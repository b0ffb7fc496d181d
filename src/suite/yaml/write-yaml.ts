import { isJsonObject, type JsonValue } from '../../base/json/json.ts'
import { cutText } from '../../base/privacy/cut.ts'

/** The longest line before a mapping or list is written over several lines. */
const width = 110

/** `key: value`, over several lines if one would be too long; `room` is the indentation. */
export function writeMember(key: string, value: JsonValue, room: number): string[] {
  const head = `${writeTextScalar(key, false)}:`
  if (typeof value !== 'object' || value === null) return [`${head} ${writeScalar(value, false)}`]
  const flow = writeFlow(value)
  if (`${head} ${flow}`.length + room <= width || Object.keys(value).length === 0) return [`${head} ${flow}`]
  if (Array.isArray(value)) return [head, ...indent(value.flatMap((each) => writeItem(each, room + 2)))]
  return [head, ...indent(Object.entries(value).flatMap(([name, each]) => writeMember(name, each, room + 2)))]
}

/** `- value`, over several lines if one would be too long; a mapping with one member needs no braces. */
export function writeItem(value: JsonValue, room: number): string[] {
  if (typeof value !== 'object' || value === null) return [`- ${writeScalar(value, false)}`]
  const flow = writeFlow(value)
  if (!isJsonObject(value) || Object.keys(value).length === 0) return [`- ${flow}`]
  if (flow.length + room + 2 <= width && Object.keys(value).length > 1) return [`- ${flow}`]
  return dash(Object.entries(value).flatMap(([name, each]) => writeMember(name, each, room + 2)))
}

export function indent(lines: readonly string[]): string[] {
  return lines.map((line) => `  ${line}`)
}

export function dash(lines: readonly string[]): string[] {
  return lines.map((line, index) => (index === 0 ? `- ${line}` : `  ${line}`))
}

/** A text in quotes, on one line and cut if it is long, as in comments and messages. */
export function shorten(text: string): string {
  return quoteComment(cutText(text, 120))
}

function writeScalar(value: string | number | boolean | null, flow: boolean): string {
  if (typeof value === 'string') return writeTextScalar(value, flow)
  return typeof value === 'number' ? writeNumber(value) : JSON.stringify(value)
}

/** A number in plain digits: our own reader refuses `1e-7`, which YAML parsers disagree about. */
function writeNumber(value: number): string {
  const numeral = JSON.stringify(value)
  const [, sign = '', whole = '', broken = '', power] = /^(-?)(\d+)(?:\.(\d+))?e([+-]\d+)$/.exec(numeral) ?? []
  if (power === undefined) return numeral
  const [digits, point] = [`${whole}${broken}`, whole.length + Number(power)]
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`
  return `${sign}${digits.slice(0, point).padEnd(point, '0')}${digits.length > point ? `.${digits.slice(point)}` : ''}`
}

/** A value on one line: `{ order_id: "1042", items: [a, b] }`. */
export function writeFlow(value: JsonValue): string {
  if (Array.isArray(value)) return `[${value.map(writeFlow).join(', ')}]`
  if (!isJsonObject(value)) return writeScalar(value, true)
  const members = Object.entries(value).map(([key, each]) => `${writeTextScalar(key, true)}: ${writeFlow(each)}`)
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`
}

const keyword = /^(?:true|false|null|yes|no|on|off|y|n|none)$/i
const words = /^\p{L}[\p{L}\p{N}_.'!?,-]*(?: [\p{L}\p{N}_.'!?,-]+)*$/u
const time = /^\d+ (?:ms|s|min|h)$/
/** A run of dashes that YAML parsers mistake for too much nesting, even inside quotes. */
const dashes = /(?:[-?][ \t]+){20}/

/** The longest text that is checked word by word, which takes memory for each word; a longer one gets quotes. */
const longestPlain = 10_000

/** A text as a YAML scalar on one line, without quotes if nothing can be misread. `flow` means inside brackets. */
export function writeTextScalar(text: string, flow: boolean): string {
  const plain =
    text.length <= longestPlain &&
    words.test(text) &&
    !keyword.test(text) &&
    !dashes.test(text) &&
    !(flow && /[,?!]/.test(text))
  return plain || time.test(text) ? text : quoteText(text)
}

/** Escaped: what ends a line, changes the text direction, is invisible, or reads as nesting. */
export function quoteText(text: string): string {
  return escapeNesting(quote(text), depthOf(text) > 10)
}

/** The same for a comment, where the words between quoted texts keep their brackets from adding up. */
export function quoteComment(text: string): string {
  return escapeNesting(quote(text), (text.match(/[[{]/g) ?? []).length > 10)
}

function quote(text: string): string {
  return JSON.stringify(text).replace(/(?![\u200c\u200d])[\p{Cc}\p{Cf}\u2028\u2029\ufff0-\uffff]/gu, escapeLong)
}

function escapeNesting(quoted: string, isDeep: boolean): string {
  const flat = isDeep ? quoted.replace(/[[{]/g, escapeShort) : quoted
  return dashes.test(flat) ? flat.replace(/[-?](?=[ \t])/g, escapeShort) : flat
}

function escapeLong(character: string): string {
  const code = (character.codePointAt(0) ?? 0).toString(16)
  return code.length > 4 ? `\\U${code.padStart(8, '0')}` : `\\u${code.padStart(4, '0')}`
}

const escapeShort = (character: string): string => `\\x${character.charCodeAt(0).toString(16)}`

/** How many brackets are open at once; infinite if one is never closed, since those could add up across texts. */
function depthOf(text: string): number {
  let [open, most] = [0, 0]
  for (const character of text) {
    if (character === '[' || character === '{') most = Math.max(most, ++open)
    else if ((character === ']' || character === '}') && open > 0) open -= 1
  }
  return open > 0 ? Number.POSITIVE_INFINITY : most
}

/** A text for a comment, which must not leave its line whatever it quotes. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
}
