import type { JsonObject, JsonValue } from '../../base/json/json.ts'
import { cutText } from '../../base/privacy/cut.ts'
import { pairCalls, type ToolCall } from '../../engine/transcript/tool-call.ts'
import type { Session } from '../../wire/api/session.ts'
import type { ContentItem, Message, TranscriptEntry } from '../../wire/api/transcript-entry.ts'

/** A recorded conversation, as it was found. */
export interface Talk {
  session: Session
  /** `file:line` of where it begins, or the address of the service. */
  origin: Origin
  /** False for a dialogue of another source: its status, channel, times and phases were not recorded. */
  stored: boolean
  /** Parts of the source that a session cannot express, each in a few words. */
  leftOut: string[]
  /** Something unreadable in it may be a call, so nobody knows whether further calls were made. */
  openCalls?: boolean
  /** The calls, counted from 0, whose arguments were not recorded: nobody knows that there were none. */
  openArguments?: number[]
  /** A reply may have had parts that are not known, so nobody knows that there was none. */
  openReplies?: boolean
  /** What the source says about the test that this is: each of them counts, and not one of those that are alike. */
  test?: TestCase
  /** What the source says about people outside the dialogue. It is used for masking and never written. */
  told?: JsonValue[]
}

/** A test of another tool, which names it and puts it among others. */
export interface TestCase {
  name: string | null
  tags: string[]
}

/** Where something was found. `line` and `column` count from 1; both are 0 for an answer of a service. */
export interface Origin {
  file: string
  line: number
  column: number
}

export interface RefusedTalk {
  origin: Origin
  message: string
  hint: string
}

export interface TalksRead {
  talks: Talk[]
  refused: RefusedTalk[]
}

/** One turn of a conversation: what the user said and everything up to the user's next message. */
export interface Slice {
  /** Null when the agent opened. */
  user: string | null
  /** What the user sent besides text. */
  sent: ContentItem[]
  /** All entries; consecutive messages of the user are merged into one. */
  entries: readonly TranscriptEntry[]
}

/** A transcript as turns; `after` ran when the talk was over, `unanswered` is a last message without an answer. */
interface Slices {
  turns: Slice[]
  after: TranscriptEntry[]
  unanswered: string | null
}

/** Cuts a transcript into turns at messages of the user; functions of phase pre belong to the first one. */
export function sliceTurns(transcript: readonly TranscriptEntry[]): Slices {
  return cut(transcript.filter(({ type }) => type !== 'unknown'))
}

/** `sliceTurns` that leaves nothing out, for what must not occur: what ran after the talk is of its last turn. */
export function sliceWhole(transcript: readonly TranscriptEntry[]): Slices {
  const { turns, after, unanswered } = cut(transcript)
  const last = turns.at(-1)
  if (last === undefined || after.length === 0) return { turns, after, unanswered }
  return { turns: [...turns.slice(0, -1), { ...last, entries: [...last.entries, ...after] }], after: [], unanswered }
}

function cut(entries: readonly TranscriptEntry[]): Slices {
  const end = entries.findLastIndex((entry) => !('phase' in entry) || entry.phase !== 'post') + 1
  const turns: Slice[] = []
  let current: TranscriptEntry[] = []
  const close = (): void => {
    if (current.length > 0) turns.push(toSlice(current))
    current = []
  }
  for (const entry of entries.slice(0, end)) {
    if (isUser(entry) && current.some(says)) close()
    current.push(entry)
  }
  close()
  const last = turns.at(-1)
  const unanswered = last?.entries.every(isUser) === true ? last.user : null
  return { turns: unanswered === null ? turns : turns.slice(0, -1), after: entries.slice(end), unanswered }
}

function isUser(entry: TranscriptEntry): entry is Message {
  return entry.type === 'message' && entry.role === 'user'
}

/** Whether an entry is the agent speaking, or reacting to what the user said. */
function says(entry: TranscriptEntry, index: number, entries: readonly TranscriptEntry[]): boolean {
  return entry.type === 'message' ? entry.role !== 'user' : entries.slice(0, index).some(isUser)
}

function toSlice(entries: readonly TranscriptEntry[]): Slice {
  const messages = entries.filter(isUser)
  const [first] = messages
  if (first === undefined) return { user: null, sent: [], entries: [...entries] }
  const items = messages.flatMap(({ content }) => content)
  const text = items.flatMap((item) => (item.type === 'text' ? [item.text] : [])).join('\n')
  const sent = items.filter(({ type }) => type !== 'text')
  const user = text.trim() === '' ? describeItems(sent) : text
  const message: Message = { ...first, content: [{ type: 'text', text: user }] }
  const others = (entry: TranscriptEntry): TranscriptEntry[] => (isUser(entry) ? [] : [entry])
  return { user, sent, entries: entries.flatMap((entry) => (entry === first ? [message] : others(entry))) }
}

/** Describes a message without text: the text of its button, or what was sent. */
function describeItems(items: readonly ContentItem[]): string {
  const button = items.find((item) => item.type === 'button')
  if (button?.type === 'button') return button.text || button.payload || '[button]'
  return items.length === 0 ? '[nothing]' : items.map(({ type }) => `[${type}]`).join(' ')
}

/** How a session ended, as far as a run can see it too: the calls after the talk, and its analysis. */
interface Ending {
  calls: ToolCall[]
  analysis: JsonObject
  /** Milliseconds from the last entry to the end. */
  afterMs: number
}

/** A session that ended later than this after its last entry was ended by a timeout alone. */
const restMs = 60_000

/** How a session ended, for draft and replay; null where a run would not see it: another channel, or a pause. */
export function endingOf({ session, stored }: Talk): Ending | null {
  const { status, communicationChannelType: channel, analysis, transcript, updatedAt } = session
  if (!stored || status !== 'completed' || channel !== 'webChat') return null
  const last = transcript.findLast((entry) => entry.type !== 'unknown')
  const afterMs = last === undefined ? Number.NaN : Date.parse(updatedAt) - Date.parse(last.timestamp)
  if (!(afterMs <= restMs)) return null
  const { calls } = pairCalls(sliceTurns(transcript).after)
  return { calls, analysis: analysis ?? {}, afterMs: Math.max(0, afterMs) }
}

/** A name for a conversation: its own as a test, else what the user first asks, in this turn or in any, cut at a word, and distinct from the names in `taken`. */
export function nameTalk({ session, test }: Talk, names: Set<string>, turn?: number): string {
  const { turns } = sliceTurns(session.transcript)
  const own = turn === undefined ? (test?.name ?? null) : null
  const asks =
    own ?? (turn === undefined ? turns : turns.slice(turn)).find(({ user }) => user !== null)?.user ?? 'the agent opens'
  const words = asks.replace(/[{}]/g, '').replace(/\s+/g, ' ').trim()
  const cut = words.length <= 70 ? words : `${cutText(words, 70, '').replace(/\s\S*$/, '')} …`
  const base = cut === '' ? 'a message without words' : cut
  let name = base
  for (let count = 2; names.has(name); count += 1) name = `${base} (${count})`
  names.add(name)
  return name
}
