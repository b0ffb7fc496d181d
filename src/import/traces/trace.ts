import { isJsonObject, type JsonObject, type JsonValue } from '../../base/json/json.ts'
import { listsPeople, mayNamePerson, namesName, namesPeople } from '../../base/privacy/named-people.ts'
import { namesPersonal } from '../../base/privacy/patterns.ts'
import type { ContentItem } from '../../wire/api/transcript-entry.ts'
import type { Origin, RefusedTalk, TestCase } from '../sessions/talk.ts'
import { objectOf, textIn } from './members.ts'

/** One JSON value of a file. `place` locates a value below it, given by members and indexes, in the file. */
export interface TraceDocument {
  value: JsonValue
  file: string
  line: number
  place(path: readonly (string | number)[]): Origin
}

/**
 * One thing said or done. `at` is in milliseconds since 1970, null where unknown; `agent` the stated speaker. `given` are
 * the arguments, null where nothing recorded them.
 */
export type TracePiece = (
  | { kind: 'system'; text: string }
  | { kind: 'message'; role: 'user' | 'assistant'; content: ContentItem[] }
  | { kind: 'thinking'; text: string }
  | { kind: 'call'; id: string | null; name: string; given: JsonObject | null }
  | { kind: 'output'; id: string | null; name: string | null; text: string; isError: boolean; tookMs: number | null }
  | { kind: 'lost'; noun: string; detail: string; ends?: 'here' | 'unless answered'; type?: string }
) & { at?: number | null; agent?: string | null }

/** What no session can express. `ends`: unknown from `here` on, or from the user's next message on. */
export type LostPiece = Extract<TracePiece, { kind: 'lost' }>

/** Precedes an answer whose request is not in the trace. */
export const answerWithoutRequest: LostPiece = { kind: 'lost', noun: 'answer', detail: 'whose request is not here' }

/** Stands in place of an answer that is incomplete, or that cannot be assigned to a request. */
export function unfinishedAnswer(noun: string, detail: string): LostPiece {
  return { kind: 'lost', noun, detail, ends: 'unless answered' }
}

/** Finish reasons of incomplete answers, in the terms of providers and libraries. */
const early =
  /^(?:length|max_(?:output_|completion_)?tokens|model_length|model_context_window_exceeded|content[-_]filter(?:ed)?|safety|recitation|incomplete|failed|error|cancell?ed|aborted)$/i

/** A marker for an answer that ended early by any of these reasons (names, objects or lists); else null. */
export function endedEarly(...reasons: readonly unknown[]): LostPiece | null {
  const names = reasons.flat().map((each) => (isJsonObject(each) ? each.unified : each))
  const ending = names.find((each) => typeof each === 'string' && early.test(each))
  return ending === undefined ? null : unfinishedAnswer('answer', `that ended as ${kindName(ending)}`)
}

/** An answer that ended early: everything up to the last tool output is certain, and nothing after it. */
export function cutShort(pieces: readonly TracePiece[], cut: LostPiece | null): TracePiece[] {
  if (cut === null) return [...pieces]
  return [...pieces.slice(0, pieces.findLastIndex(({ kind }) => kind === 'output') + 1), cut]
}

/** What precedes an answer: a marker where the trace does not contain the request, otherwise nothing. */
export function askedBy(input: JsonValue | undefined, answer: readonly TracePiece[]): LostPiece[] {
  return (input === undefined || input === null) && answer.length > 0 ? [answerWithoutRequest] : []
}

/** A tool run that a trace recorded, apart from what models said about it. */
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

/** One request to a model or an agent: its input, most of which was often seen before, and its answer. */
export interface ModelExchange {
  /** The trace's id of the conversation; null where it has none. */
  conversation: string | null
  /** Groups what belongs to one turn or trace, such as the model calls that one answer takes; null for none. */
  unit: string | null
  agent: string | null
  input: TracePiece[]
  output: TracePiece[]
  tools: ToolRun[]
  /** What the trace says outside the dialogue, where people may be named. */
  told: JsonValue[]
  /** The test of another tool that this is; null for what was recorded. */
  test: TestCase | null
  startMs: number | null
  endMs: number | null
  origin: () => Origin
}

/** What the reader of one format finds in the documents of all files. */
export interface TracesRead {
  exchanges: ModelExchange[]
  refused: RefusedTalk[]
}

/** A name of a role or part for notes, which are not masked: only what looks like the name of a kind is quoted. */
export function kindName(value: unknown): string {
  return typeof value === 'string' && /^[a-z][a-z_.:-]{0,39}$/i.test(value) ? value : 'that nobody knows'
}

export function lose(noun: string, detail: string): LostPiece {
  return { kind: 'lost', noun, detail }
}

/** A part or an item of a type that a session does not have. */
export function loseType(noun: 'part' | 'item', part: unknown): LostPiece {
  const type = kindName(part)
  return { ...lose(noun, `of the type ${type}`), type }
}

const conversationNames = ['conversation', 'thread', 'session', 'chat'].flatMap((name) => [`${name}_id`, `${name}Id`])

/** The id of the conversation in a value or its metadata; null where neither has one. */
export function conversationOf(value: JsonObject): string | null {
  const { conversation, metadata } = value
  const places = [value, ...(isJsonObject(metadata) ? [metadata] : [])]
  const candidates = places.flatMap((place) => conversationNames.map((name) => place[name]))
  const inner = isJsonObject(conversation) ? conversation.id : conversation
  const id = [...candidates, inner].find(
    (each) => (typeof each === 'string' && each !== '') || typeof each === 'number',
  )
  return id === undefined ? null : String(id)
}

/** What values say about people outside the dialogue: in their metadata, and about their user. */
export function toldIn(...values: readonly (JsonValue | undefined)[]): JsonValue[] {
  return values.filter(isJsonObject).flatMap((value) => {
    const beside = [value.metadata, objectOf(value.extra).metadata].filter((each) => each !== undefined)
    const users = Object.entries(value).flatMap(([name, each]) => (tellsOfPeople(name) ? [{ [name]: each }] : []))
    return [...beside, ...users]
  })
}

/** Whether a member or attribute outside the dialogue is about people: `user`, `customerName`, `payee`. */
export function tellsOfPeople(name: string): boolean {
  return (
    [namesName, namesPeople, mayNamePerson, listsPeople, namesPersonal].some((tells) => tells(name)) ||
    besides.test(name)
  )
}

const besides = /^(?:user_?id|tags|safety_identifier)$/i

/** The agent that the user talks with, where a file names it. */
export function agentOf(value: JsonObject): string | null {
  return textIn(value, 'agent', 'agentName', 'agent_name')
}

/** What is known of an exchange. */
export type KnownExchange = Pick<ModelExchange, 'origin'> & Partial<ModelExchange>

/** An exchange with the given members; the rest is unknown or empty. */
export function exchangeWith(facts: KnownExchange): ModelExchange {
  const unknown = { test: null, conversation: null, unit: null, agent: null, startMs: null, endMs: null }
  return { ...unknown, input: [], output: [], tools: [], told: [], ...facts }
}
