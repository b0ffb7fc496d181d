import type { TranscriptEntry } from '../../../wire/api/transcript-entry.ts'

/** Limits of what both sides remember: the number of sessions, and the longest history in characters of JSON. */
const [mostSessions, mostCharacters] = [256, 128 * 1024]

/** The part of a history that is new since it was last sent. */
export interface NewHistory {
  /** How many entries the other side already has; 0 means that this is the whole history. */
  from: number
  /** How many entries there are, including the new ones. */
  count: number
  /** The new entries in JSON, separated by commas. */
  more: string
}

/** What to send of a history to a side that may have its beginning; all again if the last sent entry moved. */
export function createHistorySender(): (sessionId: string, history: readonly TranscriptEntry[]) => NewHistory {
  const sentBySession = new Map<string, { count: number; characters: number; last: string }>()
  return (sessionId, history) => {
    const before = sentBySession.get(sessionId)
    const isSame = before !== undefined && JSON.stringify(history[before.count - 1]) === before.last
    const from = isSame ? before.count : 0
    const texts = history.slice(from).map((entry) => JSON.stringify(entry))
    const more = texts.join(',')
    const last = texts.at(-1) ?? before?.last ?? ''
    const characters = joinedLength(isSame ? before.characters : 0, more.length)
    keep(sentBySession, sessionId, characters, { count: history.length, characters, last })
    return { from, count: history.length, more }
  }
}

/** The receiving side: the history (JSON without brackets) from the new part and what it kept, or null. */
export function createHistoryReceiver(): (sessionId: string, news: NewHistory) => string | null {
  const bySession = new Map<string, { count: number; text: string }>()
  return (sessionId, { from, count, more }) => {
    const before = bySession.get(sessionId)
    if (from > 0 && before?.count !== from) return null
    const begin = from === 0 ? '' : (before?.text ?? '')
    const text = begin === '' || more === '' ? begin + more : `${begin},${more}`
    keep(bySession, sessionId, text.length, { count, text })
    return text
  }
}

function joinedLength(begin: number, more: number): number {
  return begin === 0 || more === 0 ? begin + more : begin + 1 + more
}

/** Both sides must forget the same histories: those too long, and the least recently used. */
function keep<T>(all: Map<string, T>, sessionId: string, characters: number, value: T): void {
  all.delete(sessionId)
  if (characters === 0 || characters > mostCharacters) return
  all.set(sessionId, value)
  const [oldest] = all.keys()
  if (all.size > mostSessions && oldest !== undefined) all.delete(oldest)
}
