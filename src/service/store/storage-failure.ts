import type { Refusal } from '../answer/answer.ts'

/** What the store's file cannot take just now, in words of its own: a full disk, a file that went away or may not be written. Null for anything else. */
export function storageFailureOf(error: unknown): string | null {
  const { code, message } = error as { code?: unknown; message?: unknown }
  if (typeof message !== 'string') return null
  if (code === 'ENOSPC' || code === 'EDQUOT' || code === 'EROFS') return message
  const words = /disk is full|disk I\/O error|readonly database|unable to open database|database is locked/i
  return typeof code === 'string' && code.includes('SQLITE') && words.test(message) ? message : null
}

/** The answer of a request whose records could not be kept: nothing of it happened. */
export function refuseStorage(reason: string): Refusal {
  return {
    errorCode: 'localStorageFailed',
    message: `the data file cannot be written (${reason}); nothing of this request was kept`,
  }
}
