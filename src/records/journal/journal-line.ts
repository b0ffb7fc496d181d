import { crc32 } from 'node:zlib'
import type { JsonValue } from '../../base/json.ts'
import { redactKeysIn } from '../../base/secret-keys.ts'

/**
 * Encodes one line of a journal: a checksum of eight hexadecimal digits, a space, JSON without API keys, and a line
 * end.
 */
export function encodeLine(record: object): Buffer {
  const line = Buffer.from(`00000000 ${JSON.stringify(redactKeysIn(record))}\n`)
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
