import type { JsonObject, JsonValue } from '../../../base/json.ts'
import type { Note, Refused } from './note.ts'
import type { Origin } from './origin.ts'

/** One condition on a reply: a text matcher as the language writes it, such as `{ contains: hello, 'ignore case': true }`. */
export type Condition = JsonObject

/** A turn on its way into a suite. Its texts are texts of a suite: what is no variable there has no double braces. */
export interface DraftTurn {
  /** `wait` is a step, whose text is a time. */
  speaker: 'user' | 'agent' | 'wait'
  text: string
  origin: Origin
  notes: Note[]
  /** Comments: what the agent said where nothing holds it to that, or what the peer called this turn. */
  remarks: { label: string; text: string }[]
  attachments: string[]
  conditions: Condition[]
  /** Content items by their kind, such as `button`, each a matcher; `content` is all of them. */
  items: Record<string, JsonValue[]>
  calls: string[]
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

/** Whether a turn holds the agent to anything. */
export function asserts({ conditions, items, calls, latency }: DraftTurn): boolean {
  return conditions.length + calls.length + Object.keys(items).length > 0 || latency !== null
}
