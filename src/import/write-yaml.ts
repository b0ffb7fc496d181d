import { isJsonObject, type JsonValue } from '../base/json.ts'

/** Longest line before a mapping is written over several lines. */
const width = 110
const keyword = /^(?:true|false|null|yes|no|on|off|y|n|none|~)$/i

/** A text without quotes where nothing can be misread, else in double quotes on one line. */
export function writeScalar(value: string | number | boolean | null): string {
  if (typeof value !== 'string') return JSON.stringify(value)
  const plain = /^[A-Za-z_][\w.'-]*(?: [\w.'-]+)*$/.test(value) && !keyword.test(value)
  return plain ? value : quote(value)
}

/** In double quotes, with everything escaped that a reader could take for the end of a line. */
export function quote(text: string): string {
  return JSON.stringify(text).replace(
    /[\u007f-\u009f\u2028\u2029\ufeff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** A value on one line: `{ order_id: "1042", items: [a, b] }`. */
export function writeFlow(value: JsonValue): string {
  if (Array.isArray(value)) return value.length === 0 ? '[]' : `[${value.map(writeFlow).join(', ')}]`
  if (!isJsonObject(value)) return typeof value === 'string' ? quoteInFlow(value) : writeScalar(value)
  const members = Object.entries(value).map(([key, each]) => `${writeScalar(key)}: ${writeFlow(each)}`)
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`
}

/** Values are quoted unless they are words of the language. */
function quoteInFlow(text: string): string {
  return /^(?:text|number|integer|boolean|object|list|during|pre|post)$/.test(text) ? text : quote(text)
}

/** `key: value`, over several lines where one would be too long; `room` is how far it is indented. */
export function writeMember(key: string, value: JsonValue, room: number): string[] {
  const flow = `${writeScalar(key)}: ${writeFlow(value)}`
  if (flow.length + room <= width || typeof value !== 'object' || value === null) return [flow]
  if (Array.isArray(value)) {
    if (value.length === 0) return [flow]
    return [`${writeScalar(key)}:`, ...indent(value.flatMap((each) => writeItem(each, room + 2)))]
  }
  const members = Object.entries(value).flatMap(([name, each]) => writeMember(name, each, room + 2))
  return members.length === 0 ? [flow] : [`${writeScalar(key)}:`, ...indent(members)]
}

/** `- value`, over several lines where one would be too long. */
export function writeItem(value: JsonValue, room: number): string[] {
  const flow = typeof value === 'string' ? writeScalar(value) : writeFlow(value)
  const short = flow.length + room + 2 <= width
  if (!isJsonObject(value) || (short && Object.keys(value).length !== 1)) return [`- ${flow}`]
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

/** A text as a comment of one line, cut where it is long. */
export function writeComment(label: string, text: string): string {
  const shown = text.length > 160 ? `${text.slice(0, 159)}…` : text
  return `# ${label}${label === '' ? '' : ' '}${quote(shown)}`
}
