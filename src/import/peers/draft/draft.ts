import type { JsonObject, JsonValue } from '../../../base/json/json.ts'

/** One condition on a reply, as the language writes it: `{ contains: hello, 'ignore case': true }`. */
export type Condition = JsonObject

type CallList = 'in order' | 'exactly' | 'any order' | 'never'

/** A turn being drafted. Its texts are in suite syntax: double braces in them are variables. */
export interface DraftTurn {
  /** `wait` is a step, whose text is a duration; so is `use`, whose text is a template. */
  speaker: 'user' | 'agent' | 'wait' | 'use'
  text: string
  origin: PeerOrigin
  notes: DraftNote[]
  /** Comments: what the agent said, if nothing expects it, or what the peer called this turn. */
  remarks: { label: string; text: string }[]
  attachments: string[]
  /** What changes of the metadata from here on; its texts are in suite syntax, as a conversation's are. */
  metadata: JsonObject
  conditions: Condition[]
  /** Matchers of content items by kind, such as `button`; under `content`, all of them. */
  items: Record<string, JsonValue[]>
  /** Expected calls as the language writes them, by the list that they stand in. */
  calls: { count?: JsonValue } & Partial<Record<CallList, JsonValue[]>>
  /** Criteria for a judge, as the language writes them. */
  judge: JsonValue[]
  latency: string | null
  timeLimit: string | null
  /** What is captured, by name: a path, or a pattern by its path. */
  capture: JsonObject
  /** The peer waits for a message here, whatever it says. */
  answered: boolean
}

export interface DraftConversation {
  name: string
  origin: PeerOrigin
  notes: DraftNote[]
  /** Why it cannot run as it is. */
  skip: string | null
  /** Its texts are in suite syntax: double braces in them are variables. */
  metadata: JsonObject
  variables: JsonObject
  parameters: JsonObject[]
  /** The file beside the suite that has the parameters; null where they stand in it. */
  table: DraftTable | null
  /** Values that the variables of the session have in the end. */
  shown: JsonObject
  /** Relaxed laws by name, each with the reason. */
  laws: Record<string, string>
  turns: DraftTurn[]
  /** A simulated user that goes on after the turns, and what is expected of its whole talk. */
  simulated: { user: JsonObject; whole: DraftTurn } | null
}

/** A file of rows, at a path relative to the suite, and which rows of it are meant. */
export interface DraftTable {
  name: string
  /** The script's own file that it was made of. */
  source: string
  text: string
  rows: string | null
}

export interface PeerSuite {
  file: string
  name: string
  notes: DraftNote[]
  /** What all conversations have. */
  metadata: JsonObject
  templates: Map<string, DraftTurn[]>
  conversations: DraftConversation[]
  refused: RefusedPart[]
  uses: string[]
}

export function startSuite(file: string, name: string): PeerSuite {
  return { file, name, notes: [], metadata: {}, templates: new Map(), conversations: [], refused: [], uses: [] }
}

/** Puts a suite among the drafts; one without conversations leaves only what was refused of it. */
export function addSuite({ suites, refused }: PeerDrafts, suite: PeerSuite): void {
  if (suite.conversations.length > 0) suites.push(suite)
  else refused.push(...suite.refused)
}

/** A conversation without turns yet. A variable may have any name, even `__proto__`. */
export function startConversation(name: string, origin: PeerOrigin): DraftConversation {
  const variables = Object.create(null) as JsonObject
  const nothing = { skip: null, table: null, simulated: null, metadata: {}, shown: {}, laws: {} }
  return { name, origin, variables, notes: [], parameters: [], turns: [], ...nothing }
}

export function addTurn(
  { turns }: DraftConversation,
  speaker: DraftTurn['speaker'],
  text: string,
  origin: PeerOrigin,
): DraftTurn {
  const turn = startTurn(speaker, text, origin)
  turns.push(turn)
  return turn
}

/** A turn that expects nothing yet, and is in no conversation. */
export function startTurn(speaker: DraftTurn['speaker'], text: string, origin: PeerOrigin): DraftTurn {
  const lists = { notes: [], remarks: [], attachments: [], conditions: [], judge: [] }
  const nothing = { latency: null, timeLimit: null, answered: false, metadata: {}, items: {}, calls: {}, capture: {} }
  return { speaker, text, origin, ...lists, ...nothing }
}

export function expectItem({ items }: DraftTurn, kind: string, matcher: JsonValue): void {
  items[kind] = [...(items[kind] ?? []), matcher]
}

/** Expects a call, in one of the lists of calls; once where it already stands there. */
export function expectCall({ calls }: DraftTurn, list: CallList, call: JsonValue): void {
  const earlierCalls = calls[list] ?? []
  if (
    list === 'in order' ||
    list === 'exactly' ||
    !earlierCalls.some((each) => JSON.stringify(each) === JSON.stringify(call))
  )
    calls[list] = [...earlierCalls, call]
}

export function bareIfOne(values: readonly JsonValue[]): JsonValue {
  return values.length === 1 ? (values[0] ?? null) : [...values]
}

export function asserts({ conditions, items, calls, judge, latency }: DraftTurn): boolean {
  return conditions.length + judge.length + Object.keys({ ...calls, ...items }).length > 0 || latency !== null
}

/** The drafts of one peer: suites, files merged into other files' suites, and what could not be imported. */
export interface PeerDrafts {
  suites: PeerSuite[]
  refused: RefusedPart[]
}

/** Something in a peer's script that the suite does not express (`lost`) or expresses differently (`changed`). */
export interface DraftNote {
  origin: PeerOrigin
  kind: 'lost' | 'changed'
  what: string
  why: string
}

/** Adds what became of something at one place. */
export type AddNote = (kind: DraftNote['kind'], what: string, why: string) => void

/** Where notes on one place of a script go. */
export function notesAt({ notes }: { notes: DraftNote[] }, origin: PeerOrigin): AddNote {
  return (kind, what, why) => void notes.push({ origin, kind, what, why })
}

/** A file, or a part of one, that cannot become a suite, and how to fix that. */
export interface RefusedPart {
  origin: PeerOrigin
  message: string
  hint: string
  /** The whole file is no script, as files beside scripts often are. */
  isNoScript?: true
}

/** A place in a peer's file; line and column count from 1. */
export interface PeerOrigin {
  file: string
  line: number
  column: number
}

export function startOf(file: string): PeerOrigin {
  return { file, line: 1, column: 1 }
}

/** The name, or the first free one of `name (2)`, `name (3)`; it is then taken. Blank names become `fallback`. */
export function nameOnce(name: string, fallback: string, names: Set<string>): string {
  const wish = name.replace(/\s+/g, ' ').trim() || fallback
  let [free, number] = [wish, 2]
  while (names.has(free)) free = `${wish} (${number++})`
  names.add(free)
  return free
}

/** The tools whose scripts can be imported. */
export const peers = ['botium', 'rasa', 'voiceflow', 'promptfoo'] as const
export type Peer = (typeof peers)[number]

/** What of its own state Rasa's tests look at, and an agent may show: slots in its session, flows as calls. */
export const shownStates = ['slots', 'flows'] as const
export type ShownState = (typeof shownStates)[number]
