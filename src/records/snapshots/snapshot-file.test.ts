import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { buildSnapshot } from './build-snapshot.ts'
import { planOf, resultOf, suiteWith } from './snapshot.fixture.ts'
import type { Snapshot } from './snapshot.ts'
import { readSnapshotFor, saveSnapshot } from './snapshot-file.ts'

const header = { suite: 's', conversation: 'c', file: 'f.yaml', agent: 'a', version: '2', script: '00' }
const of = (text: string): Snapshot => ({ header, lines: [{ section: 'turn 1', text }] })
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tableread-snapshots-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe('saveSnapshot', () => {
  it('makes the folders it needs, and leaves a file alone that says the same', () => {
    const path = join(folder, 'a/b/c.txt')
    expect(saveSnapshot(path, of('user: a'))).toBe(true)
    const windows = readFileSync(path, 'utf8').replaceAll('\n', '\r\n')
    writeFileSync(path, windows)
    const { mtimeMs } = statSync(path)
    expect(saveSnapshot(path, of('user: a'))).toBe(false)
    expect([readFileSync(path, 'utf8'), statSync(path).mtimeMs]).toEqual([windows, mtimeMs])
    expect(saveSnapshot(path, of('user: b'))).toBe(true)
    expect([readFileSync(path, 'utf8').endsWith('  user: b\n'), readdirSync(join(folder, 'a/b'))]).toEqual([
      true,
      ['c.txt'],
    ])
  })
  it('leaves neither half a file nor a draft when it cannot write', () => {
    const path = join(folder, 'c.txt')
    mkdirSync(path)
    expect(() => saveSnapshot(path, of('user: a'))).toThrow(/it is a folder/)
    rmSync(path, { recursive: true })
    const long = join(folder, `${'x'.repeat(248)}.txt`) // the name of its temporary file is too long
    expect(() => saveSnapshot(long, of('user: a'))).toThrow(/ENAMETOOLONG/)
    expect(readdirSync(folder)).toEqual([])
    const isRoot = process.getuid?.() === 0
    writeFileSync(path, 'before')
    chmodSync(folder, 0o500)
    if (!isRoot) expect(() => saveSnapshot(path, of('user: a'))).toThrow(/EACCES/)
    chmodSync(folder, 0o700)
    expect([readFileSync(path, 'utf8'), readdirSync(folder)]).toEqual(['before', ['c.txt']])
  })
  it('writes over a file that is none, and what it wrote is found for the plan', async () => {
    const plan = planOf(suiteWith())
    const snapshot = buildSnapshot(plan, await resultOf(plan), { folder, apiKey: null, custom: [] })
    const { path, read } = readSnapshotFor(plan, folder)
    expect(read).toBeNull()
    mkdirSync(join(path, '..'), { recursive: true })
    writeFileSync(path, '<<<<<<< HEAD\n')
    expect(readSnapshotFor(plan, folder).read).toMatchObject({ ok: false, line: 1 })
    expect(saveSnapshot(path, snapshot)).toBe(true)
    expect(readSnapshotFor(plan, folder).read).toEqual({ ok: true, snapshot })
  })
})
