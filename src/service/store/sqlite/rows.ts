import type { Statement } from './database.ts'

/** The record in the column `body` of one row. */
export function readOne<T>(statement: Statement, ...values: (string | number)[]): T | undefined {
  const row = statement.get(...values) as { body: string } | undefined
  return row === undefined ? undefined : (JSON.parse(row.body) as T)
}

/** The records in the column `body` of many rows. */
export function readMany<T>(statement: Statement, ...values: (string | number)[]): T[] {
  return (statement.all(...values) as { body: string }[]).map(({ body }) => JSON.parse(body) as T)
}

/** The number in the column `count`. */
export function readCount(statement: Statement, ...values: (string | number)[]): number {
  return (statement.get(...values) as { count: number }).count
}
