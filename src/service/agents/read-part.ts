import { isJsonObject, type JsonObject, type JsonValue } from '../../base/json/json.ts'
import { cutText } from '../../base/privacy/cut.ts'
import { AgentError } from '../workspace/agent-function.ts'
import { plainCopy } from './code/plain-json.ts'

/** The further members of each kind of part; the key names the kind. */
const members: Record<string, readonly string[]> = {
  say: ['as'],
  think: [],
  summarise: [],
  call: ['with', 'output', 'error', 'unsure', 'timeMs', 'phase'],
  button: ['payload'],
  image: ['mimeType', 'caption'],
  video: ['mimeType', 'caption'],
  audio: ['mimeType'],
  file: ['mimeType'],
  handOff: [],
  end: [],
  usage: [],
}

/** Members that must be texts if present. */
const texts = [
  'say',
  'think',
  'summarise',
  'call',
  'error',
  'button',
  'payload',
  'image',
  'video',
  'audio',
  'file',
  'handOff',
]

/** A validated part. @throws AgentError for anything that is not a part */
export function readPart(part: unknown): string | JsonObject {
  if (typeof part === 'string') return part
  const read = plain(part)
  const kind = isJsonObject(read) ? Object.keys(members).find((each) => Object.hasOwn(read, each)) : undefined
  if (kind === undefined || !isJsonObject(read)) throw unknownPart(part)
  const odd = Object.keys(read).find((key) => key !== kind && members[kind]?.includes(key) !== true)
  if (odd !== undefined)
    throw new AgentError(`${showPart(part)} was yielded: { ${kind} } has no member ${odd}; ${describeMembers(kind)}`)
  const wrong = texts.find((key) => Object.hasOwn(read, key) && typeof read[key] !== 'string')
  if (wrong !== undefined) throw new AgentError(`${showPart(part)} was yielded: ${wrong} has to be a text`)
  if (read.with !== undefined && !isJsonObject(read.with))
    throw new AgentError(`${showPart(part)} was yielded: with has to be an object of arguments`)
  if (Object.hasOwn(read, 'timeMs') && !isTime(read.timeMs))
    throw new AgentError(`${showPart(part)} was yielded: timeMs has to be milliseconds, from 0 to a day, or null`)
  if (read.unsure !== undefined && typeof read.unsure !== 'boolean')
    throw new AgentError(`${showPart(part)} was yielded: unsure has to be true or false`)
  if (read.phase !== undefined && !['pre', 'during', 'post'].includes(String(read.phase)))
    throw new AgentError(`${showPart(part)} was yielded: phase has to be pre, during or post`)
  return read
}

function describeMembers(kind: string): string {
  const own = members[kind] ?? []
  return own.length === 0 ? 'it has no other' : `beside ${kind}, it may have ${own.join(', ')}`
}

/** A call cannot end before it begins, and a day is the longest wait. Null is a time that nobody knows. */
function isTime(value: JsonValue | undefined): boolean {
  return value === null || (typeof value === 'number' && value >= 0 && value <= 86_400_000)
}

function unknownPart(part: unknown): AgentError {
  const partForms =
    'a text or { say }, { think }, { call, with, output }, { button }, { image }, { file }, { handOff }, { end }'
  return new AgentError(`${showPart(part)} was yielded, which is nothing that an agent does: yield ${partForms}`)
}

export function showPart(part: unknown): string {
  let text: string | undefined
  try {
    text = JSON.stringify(part)
  } catch {}
  return cutText(text ?? String(part), 200)
}

/** A value as JSON holds it. @throws AgentError if JSON cannot hold it */
export function plain<T extends JsonValue>(value: unknown): T {
  try {
    return plainCopy(value ?? null)
  } catch (error) {
    throw new AgentError(`what was yielded cannot be written as JSON: ${(error as Error).message}`)
  }
}
