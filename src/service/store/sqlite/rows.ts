import { warnOnce } from '../../answer/warn-once.ts'
import type { Statement } from './database.ts'

/** The record in the column `body` of one row. One that cannot be read counts as none, so that it keeps no other from being read. */
export function readOne<T>(statement: Statement, ...values: (string | number)[]): T | undefined {
  const row = statement.get(...values) as { body: string } | undefined
  return row === undefined ? undefined : parse<T>(row.body)[0]
}

/** The records in the column `body` of many rows. */
export function readMany<T>(statement: Statement, ...values: (string | number)[]): T[] {
  return (statement.all(...values) as { body: string }[]).flatMap(({ body }) => parse<T>(body))
}

function parse<T>(body: string): T[] {
  try {
    return [JSON.parse(body) as T]
  } catch (error) {
    warnOnce(`a record of the data file cannot be read and is left out: ${(error as Error).message}`)
    return []
  }
}

/** The number in the column `count`. */
export function readCount(statement: Statement, ...values: (string | number)[]): number {
  return (statement.get(...values) as { count: number }).count
}
