import { isJsonObject, type JsonValue } from '../../../base/json/json.ts'
import { dash, indent, writeItem, writeMember, writeTextScalar } from '../../../suite/yaml/write-yaml.ts'

/** `key: value` as lines of YAML, with multi-line texts as blocks; `room` is how far they will be indented. */
export function memberLines(key: string, value: JsonValue, room: number): string[] {
  if (!hasLines(value)) return writeMember(key, value, room)
  const head = `${writeTextScalar(key, false)}:`
  if (typeof value === 'string') return [`${head} ${blockMark(value)}`, ...blockLines(value)]
  return [head, ...indent(valueLines(value, room + 2))]
}

function valueLines(value: JsonValue, room: number): string[] {
  if (isJsonObject(value)) return Object.entries(value).flatMap(([key, each]) => memberLines(key, each, room))
  if (!Array.isArray(value)) return []
  return value.flatMap((each) => {
    if (typeof each === 'string' && isBlock(each)) return [`- ${blockMark(each)}`, ...blockLines(each)]
    if (hasLines(each) && isJsonObject(each)) return dash(valueLines(each, room + 2))
    return writeItem(each, room)
  })
}

/** Whether a value contains a text that reads better over several lines. */
function hasLines(value: JsonValue): boolean {
  if (typeof value === 'string') return isBlock(value)
  if (Array.isArray(value)) return value.some((each) => !Array.isArray(each) && hasLines(each))
  return isJsonObject(value) && Object.values(value).some(hasLines)
}

/** Whether a YAML block gives a text back unchanged: nothing cut off, invisible, or read as something else. */
function isBlock(text: string): boolean {
  return (
    text.includes('\n') &&
    !/^\n*[ \t]|[ \t](?:\n|$)|^\t|\n\t|^\n*$/.test(text) &&
    !/(?![\n\t\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}\u0085\u2028\u2029\ufff0-\uffff]/u.test(text) &&
    !/(?:[-?][ \t]+){20}/.test(text) &&
    (text.match(/[[{]/g) ?? []).length < 50
  )
}

function blockMark(text: string): string {
  return text.endsWith('\n\n') ? '|+' : text.endsWith('\n') ? '|' : '|-'
}

function blockLines(text: string): string[] {
  return text
    .replace(/\n$/, '')
    .split('\n')
    .map((line) => (line === '' ? '' : `  ${line}`))
}
