import { existsSync, mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { beginJournal } from './open-journal.ts'

const descriptors = '/proc/self/fd'

it.skipIf(!existsSync(descriptors))('closes its file where its first line cannot be written', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tableread-journal-'))
  const header = { settings: 1n } as unknown as Parameters<typeof beginJournal>[1] // JSON cannot represent it
  const begun = beginJournal(join(folder, 'a.jsonl'), header, { linesOf: () => '', onTrouble: () => {} })
  await expect(begun).rejects.toThrow('BigInt')
  const open = readdirSync(descriptors).filter((each) => {
    try {
      return readlinkSync(join(descriptors, each)).startsWith(folder)
    } catch {
      return false
    }
  })
  expect(open).toEqual([])
  rmSync(folder, { recursive: true })
})
