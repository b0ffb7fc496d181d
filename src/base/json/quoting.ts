import { isJsonObject, type JsonValue } from './json.ts'

/** A JSON value in the short spelling of suites; text is quoted only where it could be read as something else. */
export function showFlow(value: JsonValue, most = 120): string {
  const text = write(value)
  return text.length > most ? `${text.slice(0, most - 1)}…` : text
}

/** The members of an object like the arguments of a call: `order_id: "1042", quick: true`. */
export function showMembers(value: Record<string, JsonValue>, most = 120): string {
  const text = members(value)
  return text.length > most ? `${text.slice(0, most - 1)}…` : text
}

function write(value: JsonValue): string {
  if (typeof value === 'string') return bare.test(value) && !words.has(value) ? value : JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(write).join(', ')}]`
  return isJsonObject(value) ? `{${members(value)}}` : JSON.stringify(value)
}

function members(value: Record<string, JsonValue>): string {
  return Object.entries(value)
    .map(([key, each]) => `${write(key)}: ${write(each)}`)
    .join(', ')
}

const bare = /^[A-Za-z_](?:[\w ./@-]*[\w./@-])?$/
const words = new Set(['true', 'false', 'null', 'yes', 'no', 'on', 'off'])

/** Quotes a word for a POSIX shell, in single quotes if it holds anything but plain characters. */
export function quoteWord(word: string): string {
  return /^[\w./:@%+,=-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`
}

/** Quotes a path or the address of a conversation for a POSIX shell, with `./` before it if it looks like an option. */
export function quotePath(path: string): string {
  return quoteWord(path.startsWith('-') ? `./${path}` : path)
}
