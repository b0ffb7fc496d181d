import TinyQueue from 'tinyqueue'
import type { JsonValue } from '../../base/json/json.ts'
import type { TranscriptEntry } from '../../wire/api/transcript-entry.ts'
import type { CallRecord, OutboxMessage, SessionRecord, Store, Timer, TimerIds } from './store.ts'
import { copySession } from './store.ts'

/** How many sessions and entries of transcripts are held, as one number: some gigabyte. */
const mostHeld = 1_500_000

/** A text of more characters counts as so many entries more. */
const charactersOfEntry = 500

/**
 * A store that loses everything when the process ends. It keeps undo steps during a transaction and applies
 * them if it throws, which is normal: work that needs an agent to think first is rolled back and starts over.
 * Beyond `most` sessions and entries it forgets the sessions that rested longest, except for calls that go on.
 */
export function createMemoryStore(most = mostHeld): Store {
  let undo: (() => void)[] | null = null
  const set: SetMember = (map, key, value) => {
    const before = map.get(key)
    undo?.push(() => setMember(map, key, before))
    setMember(map, key, value)
  }
  const onUndo = (step: () => void): void => void undo?.push(step)
  const sessions = createOrderedRecords<SessionRecord>(onUndo)
  const transcripts = new Map<string, TranscriptEntry[]>()
  let weight = 0 // of all entries
  const messages = createOrderedRecords<OutboxMessage>(onUndo)
  const messageIds = new Map<string, string[]>()
  const calls = new Map<string, CallRecord>()
  const open = new Map<string, CallRecord>()
  const timers = createTimerQueue(set, onUndo)
  const facts = new Map<string, JsonValue>()
  const dropSession = (sessionId: string): void => {
    sessions.drop(sessionId)
    weight -= weightOf(transcripts.get(sessionId) ?? [])
    transcripts.delete(sessionId)
  }
  const forgetRested = (): void => {
    const isFull = (): boolean => sessions.count() + weight > most
    if (!isFull()) return
    for (const { sessionId, call } of sessions.leastRecent()) {
      if (call !== null && open.has(call.callId)) continue
      if (call !== null) calls.delete(call.callId)
      for (const id of messageIds.get(sessionId) ?? []) messages.drop(id)
      messageIds.delete(sessionId)
      dropSession(sessionId)
      if (!isFull()) return
    }
  }
  return {
    transact(work) {
      if (undo !== null) return work()
      const steps: (() => void)[] = []
      undo = steps
      try {
        const outcome = work()
        forgetRested()
        return outcome
      } catch (error) {
        for (const step of steps.reverse()) step()
        throw error
      } finally {
        undo = null
      }
    },
    putSession: (record) => sessions.put(record.sessionId, record),
    session(sessionId) {
      const record = sessions.get(sessionId)
      return record === undefined ? undefined : copySession(record)
    },
    newestSessions: sessions.newest,
    countSessions: sessions.count,
    dropSession,
    appendEntries(sessionId, entries) {
      const added = weightOf(entries)
      weight += added
      onUndo(() => (weight -= added))
      set(transcripts, sessionId, [...(transcripts.get(sessionId) ?? []), ...entries])
    },
    transcript: (sessionId) => transcripts.get(sessionId) ?? [],
    putMessage(message) {
      const { id, sessionId } = message
      if (messages.get(id) === undefined) set(messageIds, sessionId, [...(messageIds.get(sessionId) ?? []), id])
      messages.put(id, message)
    },
    message: messages.get,
    messagesOf: (sessionId) => (messageIds.get(sessionId) ?? []).flatMap((id) => messages.get(id) ?? []),
    newestMessages: messages.newest,
    countMessages: messages.count,
    putCall(call) {
      set(calls, call.callId, call)
      set(open, call.callId, call.state === 'done' ? undefined : call)
    },
    call: (callId) => calls.get(callId),
    openCalls: () =>
      [...open.values()].sort(
        (a, b) => Number(a.state !== 'queued') - Number(b.state !== 'queued') || compareCalls(a, b),
      ),
    nextCall: (workspace, now) =>
      [...open.values()]
        .filter(
          (call) => call.workspace === workspace && call.state === 'queued' && call.due !== null && call.due <= now,
        )
        .sort(compareCalls)[0],
    busyLines: (workspace) =>
      [...open.values()].filter(
        (call) => call.workspace === workspace && call.direction === 'outbound' && call.state !== 'queued',
      ).length,
    putTimer: timers.put,
    dropTimer: timers.drop,
    nextTimer: timers.next,
    keep: (key, value) => set(facts, key, value),
    kept: (key) => facts.get(key),
    clear() {
      for (const records of [sessions, transcripts, messages, messageIds, calls, open, timers]) records.clear()
      weight = 0
    },
    close: () => undefined,
  }
}

function weightOf(entries: readonly TranscriptEntry[]): number {
  let sum = entries.length
  for (const entry of entries) for (const text of textsOf(entry)) sum += Math.floor(text.length / charactersOfEntry)
  return sum
}

function textsOf(entry: TranscriptEntry): string[] {
  if (entry.type === 'function_call_output') return [entry.output]
  return entry.type === 'message' ? entry.content.flatMap((item) => (item.type === 'text' ? item.text : [])) : []
}

/** How many dropped records and replaced timers may always stay in their order, even if there are fewer current ones. */
const leastStale = 1_000

/** Sets a member of a map, or drops it where the value is undefined, so that a transaction can undo it. */
type SetMember = <T>(map: Map<string, T>, key: string, value: T | undefined) => void

const setMember: SetMember = (map, key, value) => {
  if (value === undefined) map.delete(key)
  else map.set(key, value)
}

/** The order in which queued calls are placed: by priority, then due time, then arrival (QUE-01, QUE-05, QUE-06). */
function compareCalls(a: CallRecord, b: CallRecord): number {
  return (
    a.priority - b.priority ||
    (a.due ?? Number.MAX_SAFE_INTEGER) - (b.due ?? Number.MAX_SAFE_INTEGER) ||
    a.arrival - b.arrival
  )
}

/** Records by id, and in the order of their first and their last put. */
function createOrderedRecords<T>(onUndo: (step: () => void) => void) {
  const records = new Map<string, T>()
  /** The ids in the order of their first put, so that the newest are found without iterating over all the others. */
  let ids: string[] = []
  return {
    put(id: string, record: T): void {
      if (!records.has(id)) {
        if (ids.length > 2 * records.size + leastStale) ids = ids.filter((each) => records.has(each))
        ids.push(id)
        onUndo(() => ids.pop())
      }
      const before = records.get(id)
      records.delete(id) // so that it comes last
      onUndo(() => setMember(records, id, before))
      records.set(id, record)
    },
    get: (id: string) => records.get(id),
    /** The newest records, newest first. */
    newest(limit: number): T[] {
      const latest: T[] = []
      for (let at = ids.length - 1; at >= 0 && latest.length < limit; at -= 1) {
        const record = records.get(ids[at] ?? '')
        if (record !== undefined) latest.push(record)
      }
      return latest
    },
    leastRecent: () => records.values(),
    count: () => records.size,
    drop: (id: string) => void records.delete(id),
    clear(): void {
      records.clear()
      ids.length = 0
    },
  }
}

/** Timers by due time. Each turn replaces a session's timer, so the queue is rebuilt once most are stale. */
function createTimerQueue(set: SetMember, onUndo: (step: () => void) => void) {
  interface Waiting {
    timer: Timer
    order: number
  }
  const earlier = (a: Waiting, b: Waiting): number => a.timer.due - b.timer.due || a.order - b.order
  const current = new Map<string, Waiting>()
  let queue = new TinyQueue<Waiting>([], earlier)
  let order = 0
  const enqueue = (waiting: Waiting | undefined): void => {
    if (waiting === undefined) return
    queue.push(waiting)
    if (queue.length > 2 * current.size + leastStale) queue = new TinyQueue([...current.values()], earlier)
  }
  const change = (id: string, waiting: Waiting | undefined): void => {
    onUndo(() => enqueue(current.get(id))) // what was there before may have left the queue meanwhile
    set(current, id, waiting)
    enqueue(waiting)
  }
  return {
    put(timer: Timer): void {
      order += 1
      change(timer.id, { timer, order })
    },
    drop: (id: string) => change(id, undefined),
    next(except?: TimerIds): Timer | undefined {
      if (except !== undefined && except.size > 0)
        return [...current.values()].filter(({ timer }) => !except.has(timer.id)).sort(earlier)[0]?.timer
      for (;;) {
        const waiting = queue.peek()
        if (waiting === undefined || current.get(waiting.timer.id) === waiting) return waiting?.timer
        queue.pop()
      }
    },
    clear(): void {
      current.clear()
      queue = new TinyQueue<Waiting>([], earlier)
    },
  }
}
