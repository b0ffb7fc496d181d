import { isJsonObject, type JsonObject, type JsonValue } from '../../base/json/json.ts'

/** What a worker reports about itself, every two seconds. */
export interface WorkerNote {
  host: string
  pid: number
  tableread: string
  concurrency: number
  running: number
  done: number
  /** By `Date.now()`. */
  seen: number
  /** Why it leaves conversations to others, for example because its key differs; null if it leaves none. */
  leaves: string | null
}

/** What the queue stores about a run besides its bundle. */
export interface RunNote {
  tableread: string
  startedAt: string
  target: string
}

/** Anybody with access to the Redis can write to the hash of workers: null for a field that no worker wrote. */
export function readWorkerNote(text: string): WorkerNote | null {
  const note = readObject(text)
  if (note === null) return null
  const { host, pid, tableread, concurrency, running, done, seen, leaves = null } = note
  if (!areTexts(host, tableread) || (leaves !== null && typeof leaves !== 'string')) return null
  if (![pid, concurrency, running, done, seen].every((each) => typeof each === 'number')) return null
  return { host, pid, tableread, concurrency, running, done, seen, leaves } as WorkerNote
}

/** The same for the hash of runs. */
export function readRunNote(text: string): RunNote | null {
  const { tableread, startedAt, target } = readObject(text) ?? {}
  if (!areTexts(tableread, startedAt, target) || Number.isNaN(Date.parse(String(startedAt)))) return null
  return { tableread, startedAt, target } as RunNote
}

function readObject(text: string): JsonObject | null {
  try {
    const value = JSON.parse(text) as JsonValue
    return isJsonObject(value) ? value : null
  } catch {
    return null
  }
}

const areTexts = (...values: (JsonValue | undefined)[]): boolean => values.every((each) => typeof each === 'string')
