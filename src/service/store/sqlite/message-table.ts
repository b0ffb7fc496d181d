import type { OutboxMessage } from '../outbox-message.ts'
import type { Store } from '../store.ts'
import type { Database } from './database.ts'
import { readCount, readMany, readOne } from './rows.ts'

type Messages = Pick<Store, 'putMessage' | 'message' | 'messagesOf' | 'newestMessages' | 'countMessages'>

/** Messages to customers, one row each. */
export function keepMessages(database: Database): Messages {
  const put = database.prepare(
    'INSERT INTO messages (id, session, body) VALUES (?, ?, ?) ON CONFLICT (id) DO UPDATE SET body = excluded.body',
  )
  const get = database.prepare('SELECT body FROM messages WHERE id = ?')
  const ofSession = database.prepare('SELECT body FROM messages WHERE session = ? ORDER BY n')
  const newest = database.prepare('SELECT body FROM messages ORDER BY n DESC LIMIT ?')
  const count = database.prepare('SELECT count(*) AS count FROM messages')
  return {
    putMessage: (message) => void put.run(message.id, message.sessionId, JSON.stringify(message)),
    message: (id) => readOne<OutboxMessage>(get, id),
    messagesOf: (sessionId) => readMany<OutboxMessage>(ofSession, sessionId),
    newestMessages: (limit) => readMany<OutboxMessage>(newest, limit),
    countMessages: () => readCount(count),
  }
}
