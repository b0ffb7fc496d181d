import type { Store } from '../store.ts'
import type { Timer } from '../timer.ts'
import type { Database } from './database.ts'
import { readOne } from './rows.ts'

type Timers = Pick<Store, 'putTimer' | 'dropTimer' | 'nextTimer'>

/** What comes due, one row each. A timer that is put again goes behind others of the same instant. */
export function keepTimers(database: Database): Timers {
  const put = database.prepare('INSERT OR REPLACE INTO timers (id, due, body) VALUES (?, ?, ?)')
  const drop = database.prepare('DELETE FROM timers WHERE id = ?')
  const next = database.prepare('SELECT body FROM timers WHERE json_valid(body) ORDER BY due, n LIMIT 1')
  return {
    putTimer: (timer) => void put.run(timer.id, timer.due, JSON.stringify(timer)),
    dropTimer: (id) => void drop.run(id),
    nextTimer: () => readOne<Timer>(next),
  }
}
