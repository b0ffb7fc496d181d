import { crc32 } from 'node:zlib'
import type { JsonValue } from '../../base/json/json.ts'
import { jsonWithoutKeys } from '../../base/secrets/secret-keys.ts'
import type { ConcludedConversation } from '../../engine/perform/perform.ts'

/** The first line of a journal, which describes its run. */
export interface JournalHeader {
  journal: 1
  tableread: string
  startedAt: string
  /** What a person typed, without the key. */
  command: string
  /** The settings that decide what runs and how, by flag name; a run with different ones cannot resume this one. */
  settings: Record<string, string>
  conversations: number
  /** The process that writes it (see `markProcess`). */
  by: string
}

/** Marks that another process resumed the run. */
export interface ResumedRecord {
  resumedBy: string
}

/** A conversation that was judged. `hash` is the fingerprint of its plan (see `fingerprintPlan`). */
export interface ConcludedRecord extends ConcludedConversation {
  plan: string
  hash: string
}

/** A journal's line: a checksum of eight hex digits, a space, JSON without API keys, and a line end. */
export function encodeLine(record: object): Buffer {
  const line = Buffer.from(`00000000 ${jsonWithoutKeys(record)}\n`)
  line.write(checksum(line.subarray(9, -1)), 'latin1')
  return line
}

/** Decodes a line; undefined if it was torn or damaged. `line` excludes its line end. */
export function decodeLine(line: Buffer): JsonValue | undefined {
  const json = line.subarray(9)
  if (line[8] !== 0x20 || line.toString('latin1', 0, 8) !== checksum(json)) return undefined
  return JSON.parse(json.toString('utf8')) as JsonValue
}

function checksum(bytes: Buffer): string {
  return crc32(bytes).toString(16).padStart(8, '0')
}
