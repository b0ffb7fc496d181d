import type { Database } from './database.ts'

/** How many of its newest runs are kept of each conversation. */
export const mostRuns = 200

/** After how many runs the history is looked through for more than that: it takes longer than keeping one. */
const everyRuns = 20

/** Forgets all but the newest runs of each conversation, now and then, so that a history does not grow for ever. Within a transaction. */
export function pruneHistory(database: Database, run: number | bigint): void {
  if (Number(run) % everyRuns !== 0) return
  const findOldest = database.prepare(
    'SELECT run FROM results WHERE subject = ? GROUP BY run ORDER BY run DESC LIMIT 1 OFFSET ?',
  )
  const forget = database.prepare('DELETE FROM results WHERE subject = ? AND run <= ?')
  let forgotten = false
  for (const { id } of database.prepare('SELECT id FROM subjects').all() as { id: number }[]) {
    const first = findOldest.get(id, mostRuns) as { run: number } | undefined
    if (first === undefined) continue
    forget.run(id, first.run)
    forgotten = true
  }
  if (forgotten) database.exec('DELETE FROM runs WHERE id NOT IN (SELECT run FROM results)')
}
