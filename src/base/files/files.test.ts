import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { markOf, readText } from './files.ts'

const folder = mkdtempSync(join(tmpdir(), 'tableread-read-'))
afterAll(() => rmSync(folder, { recursive: true }))

const read = (bytes: Buffer): string => {
  const path = join(folder, 'file')
  writeFileSync(path, bytes)
  return readText(path)
}

describe('the text of a file', () => {
  it.each(['', 'suite: Grüße 🙂', 'a mark \uFFFD that somebody wrote'])('%j is what it holds', (text) => {
    expect(read(Buffer.from(text))).toBe(text)
  })
  it('has no byte order mark, which is kept for whoever writes the file anew', () => {
    const bytes = Buffer.from('\uFEFFsuite: s')
    expect([read(bytes), markOf(bytes).toString(), markOf(Buffer.from('s')).length]).toEqual(['suite: s', '\uFEFF', 0])
  })
  it.each<[string, Buffer]>([
    ['line 1, column 9', Buffer.from('suite: a\xff', 'latin1')],
    ['line 2, column 4', Buffer.concat([Buffer.from('ü: x\nö: '), Buffer.from([0xe9, 0x74])])],
    ['line 1, column 2', Buffer.concat([Buffer.from('a'), Buffer.from('🙂').subarray(0, 3)])],
    ['line 1, column 1', Buffer.from('\uFEFFsuite: s', 'utf16le')],
  ])('is refused where it is no UTF-8: %s', (where, bytes) => {
    expect(() => read(bytes)).toThrow(`${where} has a byte that is no UTF-8; save the file as UTF-8`)
  })
})
