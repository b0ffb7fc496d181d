import { dirname } from 'node:path'
import { makeFolder } from '../../base/files/files.ts'
import { inTransaction } from '../../base/transaction.ts'
import { asTrouble, type HistoryDatabase, HistoryError, openDatabase, type Trouble } from './database.ts'

/** A message as it waits for one receiver. */
export interface Outgoing {
  id: string
  receiver: string
  /** The message as JSON. */
  body: string
  attempts: number
}

/** What is kept of a watched service, in the history file. All times are milliseconds since 1970. */
export interface WatchStore {
  /** Takes or renews the lease of the service; false while another process has it. */
  hold(now: number): boolean
  /** The state as JSON; null before the first check. */
  read(): string | null
  /** Stores the state and the messages of a step, both or neither; false if the lease was lost meanwhile. */
  commit(state: string, messages: readonly { id: string; body: string }[], receivers: readonly string[]): boolean
  /** What waits for the receivers and is due, oldest first; what has waited for a receiver's earlier one is not. */
  due(receivers: readonly string[], now: number): Outgoing[]
  /** How many messages wait, for these receivers or for any. */
  waiting(receivers?: readonly string[]): number
  delivered(message: Outgoing): void
  /** It could not be delivered, and is tried again at `next`. */
  postponed(message: Outgoing, next: number): void
  release(): void
  close(): void
}

/** An open store, or why the history file cannot be used. */
export type WatchOpened = { ok: true; store: WatchStore } | { ok: false; trouble: Trouble }

/** How long a process may be silent before another one takes over, in milliseconds. */
export const leaseMs = 120_000

const waitMs = 3_000

/** Opens what is kept of a service; `holder` names this process alone. Methods throw `HistoryError` (full disk). */
export function openWatchStore(path: string, target: string, holder: string): WatchOpened {
  try {
    makeFolder(dirname(path))
    return { ok: true, store: storeIn(openDatabase(path, waitMs), target, holder) }
  } catch (error) {
    if (error instanceof HistoryError) return { ok: false, trouble: error.trouble }
    const { code, message } = error as NodeJS.ErrnoException
    if (code === undefined) throw error
    return { ok: false, trouble: { kind: 'unwritable', message } }
  }
}

function storeIn(database: HistoryDatabase, target: string, holder: string): WatchStore {
  const run = (sql: string, ...values: (string | number)[]): number =>
    asTrouble(() => Number(database.prepare(sql).run(...values).changes))
  return {
    hold(now) {
      run('INSERT OR IGNORE INTO watches (target) VALUES (?)', target)
      // A lease that ends later than any could was made before the clock went back.
      return run(takeLease, holder, now + leaseMs, target, holder, now, now + 2 * leaseMs) > 0
    },
    read: () =>
      asTrouble(() => {
        const row = database.prepare('SELECT state FROM watches WHERE target = ?').get(target)
        return (row as { state: string | null } | undefined)?.state ?? null
      }),
    commit: (state, messages, receivers) =>
      asTrouble(() =>
        inTransaction(database, () => {
          const sql = 'UPDATE watches SET state = ? WHERE target = ? AND holder = ?'
          if (Number(database.prepare(sql).run(state, target, holder).changes) === 0) return false
          const add = database.prepare('INSERT INTO outbox (id, receiver, target, body) VALUES (?, ?, ?, ?)')
          for (const { id, body } of messages) for (const receiver of receivers) add.run(id, receiver, target, body)
          return true
        }),
      ),
    due(receivers, now) {
      const rows = asTrouble(() => database.prepare(findWaiting).all(target)) as (Outgoing & { next_at: number })[]
      const blocked = new Set<string>()
      return rows.flatMap(({ next_at: next, ...message }) => {
        if (next > now && next - now <= longestPauseMs) blocked.add(message.receiver)
        return receivers.includes(message.receiver) && !blocked.has(message.receiver) ? [message] : []
      })
    },
    waiting(receivers) {
      const rows = asTrouble(() => database.prepare(findWaiting).all(target)) as Outgoing[]
      return rows.filter(({ receiver }) => receivers?.includes(receiver) ?? true).length
    },
    delivered: ({ id, receiver }) => void run('DELETE FROM outbox WHERE id = ? AND receiver = ?', id, receiver),
    postponed: ({ id, receiver }, next) =>
      void run(
        'UPDATE outbox SET attempts = attempts + 1, next_at = ? WHERE id = ? AND receiver = ?',
        next,
        id,
        receiver,
      ),
    release: () => void run('UPDATE watches SET holder = NULL WHERE target = ? AND holder = ?', target, holder),
    close: () => database.close(),
  }
}

/** The longest pause between two attempts to deliver a message, in milliseconds. */
export const longestPauseMs = 3_600_000

const takeLease = `UPDATE watches SET holder = ?, held_until = ? WHERE target = ?
  AND (holder IS NULL OR holder = ? OR held_until < ? OR held_until > ?)`

const findWaiting = 'SELECT id, receiver, body, attempts, next_at FROM outbox WHERE target = ? ORDER BY sequence'
