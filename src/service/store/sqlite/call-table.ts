import type { CallRecord } from '../call-record.ts'
import type { Store } from '../store.ts'
import type { Database } from './database.ts'
import { readCount, readMany, readOne } from './rows.ts'

type Calls = Pick<Store, 'putCall' | 'call' | 'openCalls' | 'nextCall' | 'busyLines'>

/** Calls, one row each; the index over open ones is the queue. The order is that of compare-calls.ts. */
export function keepCalls(database: Database): Calls {
  const put = database.prepare(
    `INSERT INTO calls (id, workspace, state, direction, priority, due, arrival, body) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET state = excluded.state, due = excluded.due, body = excluded.body`,
  )
  const get = database.prepare('SELECT body FROM calls WHERE id = ?')
  const open = database.prepare(
    `SELECT body FROM calls WHERE state IN ('queued', 'placed', 'connected')
     ORDER BY state <> 'queued', priority, due IS NULL, due, arrival`,
  )
  const next = database.prepare(
    `SELECT body FROM calls WHERE workspace = ? AND state = 'queued' AND due <= ? ORDER BY priority, due, arrival LIMIT 1`,
  )
  const busy = database.prepare(
    `SELECT count(*) AS count FROM calls WHERE workspace = ? AND state IN ('placed', 'connected') AND direction = 'outbound'`,
  )
  return {
    putCall({ callId, workspace, state, direction, priority, due, arrival, ...rest }) {
      const body = JSON.stringify({ callId, workspace, state, direction, priority, due, arrival, ...rest })
      put.run(callId, workspace, state, direction, priority, due, arrival, body)
    },
    call: (callId) => readOne<CallRecord>(get, callId),
    openCalls: () => readMany<CallRecord>(open),
    nextCall: (workspace, now) => readOne<CallRecord>(next, workspace, now),
    busyLines: (workspace) => readCount(busy, workspace),
  }
}
