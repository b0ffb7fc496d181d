/** Runs `work` in one transaction; a full disk ends it by itself, and then only what ended it is thrown. */
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
