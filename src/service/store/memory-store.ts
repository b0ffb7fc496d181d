import TinyQueue from 'tinyqueue'
import type { JsonValue } from '../../base/json/json.ts'
import type { TranscriptEntry } from '../../wire/api/transcript-entry.ts'
import type { CallRecord, OutboxMessage, SessionRecord, Store, Timer, TimerIds } from './store.ts'
import { copySession } from './store.ts'

/**
 * A store that loses everything when the process ends. It keeps undo steps during a transaction and applies
 * them if it throws, which is normal: work that needs an agent to think first is rolled back and starts over.
 */
export function createMemoryStore(): Store {
  let undo: (() => void)[] | null = null
  const sessions = createOrderedRecords<SessionRecord>()
  const transcripts = new Map<string, TranscriptEntry[]>()
  const messages = createOrderedRecords<OutboxMessage>()
  const messageIds = new Map<string, string[]>()
  const calls = new Map<string, CallRecord>()
  const timers = createTimerQueue()
  const facts = new Map<string, JsonValue>()
  const open = new Map<string, CallRecord>()
  const setCall = (callId: string, call: CallRecord | undefined): void => {
    if (call === undefined) calls.delete(callId)
    else calls.set(callId, call)
    if (call === undefined || call.state === 'done') open.delete(callId)
    else open.set(callId, call)
  }
  return {
    transact(work) {
      if (undo !== null) return work()
      const steps: (() => void)[] = []
      undo = steps
      try {
        return work()
      } catch (error) {
        for (const step of steps.reverse()) step()
        throw error
      } finally {
        undo = null
      }
    },
    putSession(record) {
      undo?.push(sessions.undoPut(record.sessionId))
      sessions.put(record.sessionId, record)
    },
    session(sessionId) {
      const record = sessions.get(sessionId)
      return record === undefined ? undefined : copySession(record)
    },
    newestSessions: sessions.newest,
    countSessions: sessions.count,
    dropSession(sessionId) {
      sessions.drop(sessionId)
      transcripts.delete(sessionId)
    },
    appendEntries(sessionId, entries) {
      const transcript = transcripts.get(sessionId)
      const length = transcript?.length ?? 0
      undo?.push(() => transcripts.get(sessionId)?.splice(length))
      if (transcript === undefined) transcripts.set(sessionId, [...entries])
      else transcript.push(...entries)
    },
    transcript: (sessionId) => transcripts.get(sessionId) ?? [],
    putMessage(message) {
      const { id, sessionId } = message
      const ids = messageIds.get(sessionId)
      const length = ids?.length ?? 0
      undo?.push(messages.undoPut(id), () => messageIds.get(sessionId)?.splice(length))
      if (ids === undefined) messageIds.set(sessionId, [id])
      else if (messages.get(id) === undefined) ids.push(id)
      messages.put(id, message)
    },
    message: messages.get,
    messagesOf: (sessionId) => (messageIds.get(sessionId) ?? []).flatMap((id) => messages.get(id) ?? []),
    newestMessages: messages.newest,
    countMessages: messages.count,
    putCall(call) {
      const before = calls.get(call.callId)
      undo?.push(() => setCall(call.callId, before))
      setCall(call.callId, call)
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
        .reduce<CallRecord | undefined>(
          (first, call) => (first === undefined || compareCalls(call, first) < 0 ? call : first),
          undefined,
        ),
    busyLines: (workspace) =>
      [...open.values()].filter(
        (call) => call.workspace === workspace && call.direction === 'outbound' && call.state !== 'queued',
      ).length,
    putTimer(timer) {
      undo?.push(timers.undoChange(timer.id))
      timers.put(timer)
    },
    dropTimer(id) {
      undo?.push(timers.undoChange(id))
      timers.drop(id)
    },
    nextTimer: timers.next,
    keep(key, value) {
      const before = facts.get(key)
      undo?.push(() => (before === undefined ? facts.delete(key) : facts.set(key, before)))
      facts.set(key, value)
    },
    kept: (key) => facts.get(key),
    clear() {
      for (const records of [sessions, transcripts, messages, messageIds, calls, open]) records.clear()
      timers.clear()
    },
    close: () => undefined,
  }
}

/** The order in which queued calls are placed: by priority, then due time, then arrival (QUE-01, QUE-05, QUE-06). */
function compareCalls(a: CallRecord, b: CallRecord): number {
  return (
    a.priority - b.priority ||
    (a.due ?? Number.MAX_SAFE_INTEGER) - (b.due ?? Number.MAX_SAFE_INTEGER) ||
    a.arrival - b.arrival
  )
}

/** Records by id, in the order of their first put. */
interface OrderedRecords<T> {
  put(id: string, record: T): void
  /** Call before a put: gives a step that undoes it, once all later changes are undone. */
  undoPut(id: string): () => void
  get(id: string): T | undefined
  /** The newest records, newest first, without iterating over all the others. */
  newest(limit: number): T[]
  count(): number
  drop(id: string): void
  clear(): void
}

function createOrderedRecords<T>(): OrderedRecords<T> {
  const places = new Map<string, number>()
  const records: (T | undefined)[] = []
  return {
    put(id, record) {
      const place = places.get(id)
      if (place === undefined) places.set(id, records.push(record) - 1)
      else records[place] = record
    },
    undoPut(id) {
      const place = places.get(id)
      const before = place === undefined ? undefined : records[place]
      return () => {
        if (place !== undefined && before !== undefined) records[place] = before
        else if (places.delete(id)) records.pop()
      }
    },
    get(id) {
      const place = places.get(id)
      return place === undefined ? undefined : records[place]
    },
    newest(limit) {
      const found: T[] = []
      for (let place = records.length - 1; place >= 0 && found.length < limit; place -= 1) {
        const record = records[place]
        if (record !== undefined) found.push(record)
      }
      return found
    },
    count: () => places.size,
    drop(id) {
      const place = places.get(id)
      if (place !== undefined && places.delete(id)) records[place] = undefined
    },
    clear() {
      places.clear()
      records.length = 0
    },
  }
}

/** Timers by due time; replaced and dropped ones are skipped when they reach the front. */
interface TimerQueue {
  put(timer: Timer): void
  drop(id: string): void
  /** Call before a put or drop of this id: gives the step that undoes it. */
  undoChange(id: string): () => void
  next(except?: TimerIds): Timer | undefined
  clear(): void
}

/** How many replaced timers may always stay in the queue, even if there are fewer current ones. */
const leastStale = 1_000

/**
 * A queue in memory. Every turn of a session replaces the timer that ends the session, so the queue is rebuilt once
 * most of it is stale; otherwise it would grow with the turns rather than the sessions.
 */
function createTimerQueue(): TimerQueue {
  interface Waiting {
    timer: Timer
    order: number
  }
  const earlier = (a: Waiting, b: Waiting): number => a.timer.due - b.timer.due || a.order - b.order
  const current = new Map<string, Waiting>()
  let queue = new TinyQueue<Waiting>([], earlier)
  let order = 0
  return {
    put(timer) {
      order += 1
      const waiting = { timer, order }
      current.set(timer.id, waiting)
      queue.push(waiting)
      if (queue.length > 2 * current.size + leastStale) queue = new TinyQueue([...current.values()], earlier)
    },
    drop: (id) => void current.delete(id),
    undoChange(id) {
      const before = current.get(id)
      return () => {
        if (before === undefined) current.delete(id)
        else {
          current.set(id, before)
          queue.push(before)
        }
      }
    },
    next(except) {
      if (except !== undefined && except.size > 0)
        return [...current.values()].filter(({ timer }) => !except.has(timer.id)).sort(earlier)[0]?.timer
      for (;;) {
        const waiting = queue.peek()
        if (waiting === undefined || current.get(waiting.timer.id) === waiting) return waiting?.timer
        queue.pop()
      }
    },
    clear() {
      current.clear()
      queue = new TinyQueue<Waiting>([], earlier)
    },
  }
}
