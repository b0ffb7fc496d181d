import type { Refusal } from '../answer/answer.ts'

/**
 * The reason, in its own words, why the store's file cannot be written right now: a full disk, a file that disappeared
 * or is read-only. Null for any other error.
 */
export function storageFailureOf(error: unknown): string | null {
  const { code, message } = error as { code?: unknown; message?: unknown }
  if (typeof message !== 'string') return null
  if (code === 'ENOSPC' || code === 'EDQUOT' || code === 'EROFS') return message
  const words = /disk is full|disk I\/O error|readonly database|unable to open database|database is locked/i
  return typeof code === 'string' && code.includes('SQLITE') && words.test(message) ? message : null
}

/** The answer to a request whose records could not be stored: none of it happened. */
export function refuseStorage(reason: string): Refusal {
  return {
    errorCode: 'localStorageFailed',
    message: `the data file cannot be written (${reason}); nothing of this request was kept`,
  }
}
