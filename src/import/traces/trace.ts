import { isJsonObject, type JsonObject, type JsonValue } from '../../base/json.ts'
import { listsPeople, mayNamePerson, namesName, namesPeople } from '../../base/privacy/named-people.ts'
import { namesPersonal } from '../../base/privacy/patterns.ts'
import { parseJson } from '../../engine/transcript/tool-call.ts'
import type { ContentItem } from '../../wire/api/transcript-entry.ts'
import type { Origin, Refused } from '../sessions/talk.ts'

/** One JSON value of a file. `place` finds a value below it, by members and indices, in the file. */
export interface TraceDocument {
  value: JsonValue
  file: string
  line: number
  place(path: readonly (string | number)[]): Origin
}

/**
 * One thing that was said or done, whichever tool wrote it down. `at` is its moment in milliseconds since 1970, null where
 * it is not known; `agent` speaks, where the trace says who.
 */
export type Piece = (
  | { kind: 'system'; text: string }
  | { kind: 'message'; role: 'user' | 'assistant'; content: ContentItem[] }
  | { kind: 'thinking'; text: string }
  | { kind: 'call'; id: string | null; name: string; given: JsonObject }
  | { kind: 'output'; id: string | null; name: string | null; text: string; isError: boolean; tookMs: number | null }
  | { kind: 'lost'; noun: string; detail: string; ends?: 'here' | 'unless answered' }
) & { at?: number | null; agent?: string | null }

/**
 * What has no place in a session: `2 parts of the type source-url`. Behind what `ends` the conversation nobody knows it any
 * more: at once, or with the next message of the user, unless the agent says or does something before.
 */
export type Lost = Extract<Piece, { kind: 'lost' }>

/** Stands before an answer of which the trace does not tell what was asked. */
export const unasked: Lost = { kind: 'lost', noun: 'answer', detail: 'whose request is not here' }

/** Stands where an answer should be that is not whole, or of which nobody knows whose it is. */
export function unfinished(noun: string, detail: string): Lost {
  return { kind: 'lost', noun, detail, ends: 'unless answered' }
}

/** For what reasons an answer ends before it is whole, as providers and libraries call them. */
const early =
  /^(?:length|max_(?:output_|completion_)?tokens|model_length|model_context_window_exceeded|content[-_]filter(?:ed)?|safety|recitation|incomplete|failed|error|cancell?ed|aborted)$/i

/**
 * Stands where an answer says itself, by any of these reasons (a name, or an object or list of such), that it ended before it was
 * whole; null where none says so.
 */
export function endedEarly(...reasons: readonly unknown[]): Lost | null {
  const names = reasons.flat().map((each) => (isJsonObject(each) ? each.unified : each))
  const found = names.find((each) => typeof each === 'string' && early.test(each))
  return found === undefined ? null : unfinished('answer', `that ended as ${kindName(found)}`)
}

/** The pieces of an answer that ended early: whatever tools gave before is certain, and nothing behind it. */
export function cutShort(pieces: readonly Piece[], cut: Lost | null): Piece[] {
  if (cut === null) return [...pieces]
  return [...pieces.slice(0, pieces.findLastIndex(({ kind }) => kind === 'output') + 1), cut]
}

/** What stands before an answer: nothing where the trace tells what was asked, be it nothing. */
export function askedBy(input: JsonValue | undefined, answer: readonly Piece[]): Lost[] {
  return (input === undefined || input === null) && answer.length > 0 ? [unasked] : []
}

/** A tool as a trace saw it run, beside what models said of it. */
export interface ToolRun {
  id: string | null
  name: string
  given: JsonObject | null
  /** Null where it was not recorded. */
  output: string | null
  isError: boolean
  startMs: number | null
  endMs: number | null
}

/** One time that a model or an agent was asked: what it was given, most of it often heard before, and what it answered. */
export interface Exchange {
  /** What the trace calls the conversation; null where it has no name for it. */
  conversation: string | null
  /** What belongs to one turn or trace, as the calls of a model do that it takes to answer; null for none. */
  unit: string | null
  agent: string | null
  input: Piece[]
  output: Piece[]
  tools: ToolRun[]
  /** What the trace says beside the dialogue, where people may be named in it. */
  told: JsonValue[]
  startMs: number | null
  endMs: number | null
  origin: () => Origin
}

/** What a reader of one format makes of the documents of all files. */
export interface TracesRead {
  exchanges: Exchange[]
  refused: Refused[]
}

/**
 * A name that a file gives to a role or part, as a note shows it. Notes are not masked like words, so whatever does not look
 * like the name of a kind is not quoted.
 */
export function kindName(value: unknown): string {
  return typeof value === 'string' && /^[a-z][a-z_.:-]{0,39}$/i.test(value) ? value : 'that nobody knows'
}

/** A piece that says what is left out. */
export function lose(noun: string, detail: string): Lost {
  return { kind: 'lost', noun, detail }
}

/**
 * A moment as traces write it: ISO 8601, or a number (or its digits) of seconds, milliseconds, microseconds or nanoseconds
 * since 1970, told apart by their size. Milliseconds since 1970, or null.
 */
export function readMoment(value: unknown): number | null {
  if (typeof value === 'string' && !/^\d+(?:\.\d+)?$/.test(value)) {
    // Python writes moments of UTC without a zone, which would be read as local time.
    const zoned = /T.*(?:Z|[+-]\d\d:?\d\d)$|^\d{4}-\d\d-\d\d$/.test(value) ? value : `${value.replace(' ', 'T')}Z`
    const ms = Date.parse(zoned)
    return Number.isNaN(ms) ? null : ms
  }
  const number = typeof value === 'number' || typeof value === 'string' ? Number(value) : Number.NaN
  if (!(number > 0)) return null
  if (number < 1e11) return number * 1_000
  if (number < 1e14) return number
  return number < 1e17 ? number / 1_000 : number / 1e6
}

const conversationNames = [
  'conversation_id',
  'conversationId',
  'thread_id',
  'threadId',
  'session_id',
  'sessionId',
  'chat_id',
  'chatId',
]

/** What a value or its metadata calls the conversation; null where neither has a name for it. */
export function conversationOf(value: JsonObject): string | null {
  const { conversation, metadata } = value
  const places = [value, ...(isJsonObject(metadata) ? [metadata] : [])]
  const named = places.flatMap((place) => conversationNames.map((name) => place[name]))
  const inner = isJsonObject(conversation) ? conversation.id : conversation
  const found = [...named, inner].find((each) => (typeof each === 'string' && each !== '') || typeof each === 'number')
  return found === undefined ? null : String(found)
}

/** What values say of people beside the dialogue: in their metadata, and of their user. */
export function toldIn(...values: readonly (JsonValue | undefined)[]): JsonValue[] {
  return values.filter(isJsonObject).flatMap((value) => {
    const { metadata, extra } = value
    const inner = isJsonObject(extra) ? extra.metadata : undefined
    const users = Object.entries(value).flatMap(([name, each]) => (tellsOfPeople(name) ? [{ [name]: each }] : []))
    return [...[metadata, inner].filter((each) => each !== undefined), ...users]
  })
}

/** Whether a member or attribute beside the dialogue says something of people: `user`, `customerName`, `payee`. */
export function tellsOfPeople(name: string): boolean {
  return (
    [namesName, namesPeople, mayNamePerson, listsPeople, namesPersonal].some((tells) => tells(name)) ||
    besides.test(name)
  )
}

const besides = /^(?:user_?id|tags|safety_identifier)$/i

/** Whom the user talks with, where a file says so. */
export function agentOf(value: JsonObject): string | null {
  const found = [value.agent, value.agentName, value.agent_name].find((each) => typeof each === 'string' && each !== '')
  return typeof found === 'string' ? found : null
}

/** An exchange of which nothing is known but what is given. */
export function exchangeWith(known: Pick<Exchange, 'origin'> & Partial<Exchange>): Exchange {
  const unknown = { conversation: null, unit: null, agent: null, startMs: null, endMs: null }
  return { ...unknown, input: [], output: [], tools: [], told: [], ...known }
}

/** What is JSON in a text, as tools store values in columns; any other value as it is. */
export function unpack(value: JsonValue | undefined): JsonValue | undefined {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value
  return parseJson(value) ?? value
}
