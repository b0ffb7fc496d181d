import { isJsonObject, type JsonValue } from '../../base/json.ts'
import { redactKeys } from '../../base/secret-keys.ts'
import { quoteComment, writeText } from './quote-text.ts'

/** Longest line before a mapping or a list is written over several lines. */
const width = 110

/** `key: value`, over several lines where one would be too long; `room` is how far it is indented. */
export function writeMember(key: string, value: JsonValue, room: number): string[] {
  const head = `${writeText(key, false)}:`
  if (typeof value !== 'object' || value === null) return [`${head} ${writeScalar(value, false)}`]
  const flow = writeFlow(value)
  if (`${head} ${flow}`.length + room <= width || Object.keys(value).length === 0) return [`${head} ${flow}`]
  if (Array.isArray(value)) return [head, ...indent(value.flatMap((each) => writeItem(each, room + 2)))]
  return [head, ...indent(Object.entries(value).flatMap(([name, each]) => writeMember(name, each, room + 2)))]
}

/** `- value`, over several lines where one would be too long; a mapping of one member needs no braces. */
export function writeItem(value: JsonValue, room: number): string[] {
  if (typeof value !== 'object' || value === null) return [`- ${writeScalar(value, false)}`]
  const flow = writeFlow(value)
  if (!isJsonObject(value) || Object.keys(value).length === 0) return [`- ${flow}`]
  if (flow.length + room + 2 <= width && Object.keys(value).length > 1) return [`- ${flow}`]
  return dash(Object.entries(value).flatMap(([name, each]) => writeMember(name, each, room + 2)))
}

/** The lines two columns further in. */
export function indent(lines: readonly string[]): string[] {
  return lines.map((line) => `  ${line}`)
}

/** The lines as one item of a list. */
export function dash(lines: readonly string[]): string[] {
  return lines.map((line, index) => (index === 0 ? `- ${line}` : `  ${line}`))
}

/** A text in quotes, on one line and cut where it is long, as comments and messages show it. */
export function shorten(text: string): string {
  const clean = redactKeys(text) // a cut key could not be found
  const points = [...clean]
  return quoteComment(points.length > 120 ? `${points.slice(0, 119).join('')}…` : clean)
}

function writeScalar(value: string | number | boolean | null, flow: boolean): string {
  return typeof value === 'string' ? writeText(value, flow) : JSON.stringify(value)
}

/** A value on one line: `{ order_id: "1042", items: [a, b] }`. */
export function writeFlow(value: JsonValue): string {
  if (Array.isArray(value)) return `[${value.map(writeFlow).join(', ')}]`
  if (!isJsonObject(value)) return writeScalar(value, true)
  const members = Object.entries(value).map(([key, each]) => `${writeText(key, true)}: ${writeFlow(each)}`)
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`
}
