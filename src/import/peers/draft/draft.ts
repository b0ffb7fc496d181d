import type { JsonObject, JsonValue } from '../../../base/json.ts'

/** One condition on a reply: a text matcher as the language writes it, such as `{ contains: hello, 'ignore case': true }`. */
export type Condition = JsonObject

/** A turn on its way into a suite. Its texts are texts of a suite: what is no variable there has no double braces. */
export interface DraftTurn {
  /** `wait` is a step, whose text is a time. */
  speaker: 'user' | 'agent' | 'wait'
  text: string
  origin: Origin
  notes: Note[]
  /** Comments: what the agent said, if nothing expects it, or what the peer called this turn. */
  remarks: { label: string; text: string }[]
  attachments: string[]
  conditions: Condition[]
  /** Content items by their kind, such as `button`, each a matcher; `content` is all of them. */
  items: Record<string, JsonValue[]>
  calls: string[]
  /** Criteria for a judge, as the language writes them. */
  judge: JsonValue[]
  latency: string | null
  timeLimit: string | null
  capture: Record<string, string>
  /** The peer waits for a message here, whatever it says. */
  answered: boolean
}

/** A conversation on its way into a suite. */
export interface DraftConversation {
  name: string
  origin: Origin
  notes: Note[]
  /** Why it does not run as it stands. */
  skip: string | null
  metadata: JsonObject
  variables: JsonObject
  parameters: JsonObject[]
  /** Laws that do not hold, by their names, and why. */
  laws: Record<string, string>
  turns: DraftTurn[]
}

/** What a file of a peer became. */
export interface DraftSuite {
  file: string
  name: string
  notes: Note[]
  conversations: DraftConversation[]
  refused: Refused[]
  /** Other files that are part of it now. */
  uses: string[]
}

/** A suite without conversations yet. */
export function startSuite(file: string, name: string): DraftSuite {
  return { file, name, notes: [], conversations: [], refused: [], uses: [] }
}

/** A conversation without turns yet. A variable may have any name, `__proto__` among them. */
export function startConversation(name: string, origin: Origin): DraftConversation {
  const nothing = { metadata: {}, variables: Object.create(null) as JsonObject, parameters: [], laws: {} }
  return { name, origin, notes: [], skip: null, turns: [], ...nothing }
}

/** Adds a turn that expects nothing yet. */
export function addTurn(
  { turns }: DraftConversation,
  speaker: DraftTurn['speaker'],
  text: string,
  origin: Origin,
): DraftTurn {
  const lists = {
    notes: [],
    remarks: [],
    attachments: [],
    conditions: [],
    items: {},
    calls: [],
    judge: [],
    capture: {},
    answered: false,
  }
  const turn: DraftTurn = { speaker, text, origin, latency: null, timeLimit: null, ...lists }
  turns.push(turn)
  return turn
}

/** Expects a content item of a kind, such as `button`. */
export function expectItem({ items }: DraftTurn, kind: string, matcher: JsonValue): void {
  items[kind] = [...(items[kind] ?? []), matcher]
}

/** Whether a turn expects anything of the agent. */
export function asserts({ conditions, items, calls, judge, latency }: DraftTurn): boolean {
  return conditions.length + calls.length + judge.length + Object.keys(items).length > 0 || latency !== null
}

/** What the files of one peer became: suites, files that are part of other files' suites now, and what could not be imported. */
export interface PeerDrafts {
  suites: DraftSuite[]
  refused: Refused[]
}

/** Something of a peer's script that the suite does not say (`lost`), or says otherwise (`changed`). */
export interface Note {
  origin: Origin
  kind: 'lost' | 'changed'
  /** What stood there, as it was written. */
  what: string
  why: string
}

/** A file, or a part of one, that cannot become a suite, and what would mend that. */
export interface Refused {
  origin: Origin
  message: string
  hint: string
}

/** Where something stood in a file of a peer: counts from 1. */
export interface Origin {
  file: string
  line: number
  column: number
}

/** A place of a file as messages show it. */
export function showOrigin({ file, line, column }: Origin): string {
  return `${file}:${line}:${column}`
}

/** The name, or the first of `name (2)`, `name (3)` that is not taken; it is taken from now on. Blank names become `fallback`. */
export function nameOnce(name: string, fallback: string, taken: Set<string>): string {
  const wanted = name.replace(/\s+/g, ' ').trim() || fallback
  let [free, number] = [wanted, 2]
  while (taken.has(free)) free = `${wanted} (${number++})`
  taken.add(free)
  return free
}

/** The tools whose scripts can be imported. */
export const peers = ['botium', 'rasa', 'voiceflow', 'promptfoo', 'agentv', 'vitest-evals', 'scenario'] as const
export type Peer = (typeof peers)[number]
