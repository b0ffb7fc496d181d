/**
 * Runs `work` in one transaction of a SQLite database, which writes all of it or nothing. A full disk ends a
 * transaction by itself, and then there is nothing to roll back: what ended it is thrown in any case.
 */
export function inTransaction<T>(database: { exec(sql: string): void }, work: () => T): T {
  database.exec('BEGIN IMMEDIATE')
  try {
    const result = work()
    database.exec('COMMIT')
    return result
  } catch (error) {
    try {
      database.exec('ROLLBACK')
    } catch {}
    throw error
  }
}
