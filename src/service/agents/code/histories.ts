import type { TranscriptEntry } from '../../../wire/api/transcript-entry.ts'

/** Of how many sessions both sides remember the history, and the longest one, in characters of JSON. */
const [mostSessions, mostCharacters] = [256, 128 * 1024]

/** What is new in a history since it crossed the last time. */
export interface NewHistory {
  /** How many entries the other side has already; none: this is all. */
  from: number
  /** How many there are with the new ones. */
  count: number
  /** The new ones in JSON, with commas between them. */
  more: string
}

/**
 * What is to be told of a history to one who may know its begin. The last entry that was told has to be where it was; if it is
 * not, such as functions of the phase pre whose ids were not final, all is told again.
 */
export function tellHistories(): (sessionId: string, history: readonly TranscriptEntry[]) => NewHistory {
  const told = new Map<string, { count: number; characters: number; last: string }>()
  return (sessionId, history) => {
    const before = told.get(sessionId)
    const isSame = before !== undefined && JSON.stringify(history[before.count - 1]) === before.last
    const from = isSame ? before.count : 0
    const texts = history.slice(from).map((entry) => JSON.stringify(entry))
    const more = texts.join(',')
    const last = texts.at(-1) ?? before?.last ?? ''
    const characters = joinedLength(isSame ? before.characters : 0, more.length)
    keep(told, sessionId, characters, { count: history.length, characters, last })
    return { from, count: history.length, more }
  }
}

/** The other side: a history in JSON without its brackets, made of what is new and what was kept; null where that does not fit. */
export function keepHistories(): (sessionId: string, news: NewHistory) => string | null {
  const kept = new Map<string, { count: number; text: string }>()
  return (sessionId, { from, count, more }) => {
    const before = kept.get(sessionId)
    if (from > 0 && before?.count !== from) return null
    const begin = from === 0 ? '' : (before?.text ?? '')
    const text = begin === '' || more === '' ? begin + more : `${begin},${more}`
    keep(kept, sessionId, text.length, { count, text })
    return text
  }
}

function joinedLength(begin: number, more: number): number {
  return begin === 0 || more === 0 ? begin + more : begin + 1 + more
}

/** Both sides forget alike: what is long, and the one that was used longest ago. */
function keep<T>(all: Map<string, T>, sessionId: string, characters: number, value: T): void {
  all.delete(sessionId)
  if (characters === 0 || characters > mostCharacters) return
  all.set(sessionId, value)
  const [oldest] = all.keys()
  if (all.size > mostSessions && oldest !== undefined) all.delete(oldest)
}
