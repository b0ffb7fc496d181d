import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { appendHistory } from './append-history.ts'
import { row, runAt } from './history.fixture.ts'
import { type KnownSubject, readTrends } from './read-trends.ts'

const root = mkdtempSync(join(tmpdir(), 'tableread-history-'))
let folder = ''
let path = ''
let own = ''
let number = 0
beforeEach(() => {
  number += 1
  folder = join(root, String(number), '.tableread')
  path = join(folder, 'history.sqlite')
  own = join(folder, 'own.sqlite')
})
afterAll(() => rmSync(root, { recursive: true }))

const everything = { choose: (subjects: readonly KnownSubject[]) => subjects, last: 100 }
const verdicts = (): string[][] => {
  const read = readTrends(path, everything)
  return read.ok ? read.trends.map(({ points }) => points.map(({ verdict }) => verdict)) : [[read.trouble.kind]]
}

const contents = (): Record<string, string> =>
  Object.fromEntries(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'latin1')]))

/** Somebody else's database; one in WAL mode keeps its last writes in the log, as after a crash. */
function makeForeign(sql: string): void {
  const database = new DatabaseSync(own)
  database.exec(`${sql}; CREATE TABLE notes (text); INSERT INTO notes VALUES ('first')`)
  const isLogged = existsSync(`${own}-wal`)
  if (isLogged) database.exec("PRAGMA wal_checkpoint; INSERT INTO notes VALUES ('last')")
  for (const end of isLogged ? ['', '-wal'] : []) copyFileSync(own + end, `${own}.copy${end}`)
  database.close()
  for (const end of isLogged ? ['', '-wal'] : []) renameSync(`${own}.copy${end}`, own + end)
}

describe('a history', () => {
  it('begins with the first run, in a folder that git ignores, and leaves one file', () => {
    expect(appendHistory(path, runAt(1, row()))).toEqual({ ok: true, setAside: null })
    expect(readFileSync(join(folder, '.gitignore'), 'utf8')).toBe('*\n')
    appendHistory(path, runAt(2, row({ verdict: 'failed', reason: 'turn 2: reply' }), row({ version: 'draft' })))
    expect(verdicts()).toEqual([['passed', 'failed'], ['passed']])
    const wal = join(folder, 'history.sqlite-wal')
    expect(existsSync(wal) ? readFileSync(wal).length : 0).toBe(0)
  })
  it('does not put a .gitignore into a folder that was there', () => {
    mkdirSync(folder, { recursive: true })
    appendHistory(path, runAt(1, row()))
    expect(existsSync(join(folder, '.gitignore'))).toBe(false)
  })
  it('gives back what was kept', () => {
    const flakyRow = row({
      verdict: 'flaky',
      reason: "it's 3 of 5",
      passed: 3,
      judged: 5,
      p95TurnMs: null,
      script: null,
    })
    appendHistory(path, { ...runAt(3, flakyRow), commit: 'c'.repeat(40) })
    const read = readTrends(path, everything)
    expect(read.ok && read.trends[0]).toMatchObject({
      id: flakyRow.id,
      suite: 'Order desk',
      target: 'local demo',
      points: [{ reason: "it's 3 of 5", passed: 3, judged: 5, p95TurnMs: null, script: null, commit: 'c'.repeat(40) }],
    })
  })
  it('takes secrets out of what it keeps', () => {
    vi.stubEnv('TABLEREAD_API_KEY', 'sk/12345')
    appendHistory(path, runAt(1, row({ reason: 'because of sk\\u002f12345' })))
    vi.unstubAllEnvs()
    expect(readFileSync(path).includes('12345')).toBe(false)
    const read = readTrends(path, everything)
    expect(read.ok && read.trends[0]?.points[0]?.reason).toBe('because of <api key>')
  })
  it('sets a damaged file aside, with what was beside it, and begins anew', () => {
    mkdirSync(folder, { recursive: true })
    for (const turn of [1, 2]) {
      writeFileSync(path, `Dear reader ${turn}, `.repeat(100))
      writeFileSync(`${path}-wal`, 'not a log')
      expect(verdicts()).toEqual([['damaged']])
      expect(appendHistory(path, runAt(1, row()))).toEqual({ ok: true, setAside: `history.sqlite.corrupt-${turn}` })
      expect(verdicts()).toEqual([['passed']])
      expect(readFileSync(`${path}.corrupt-${turn}`, 'utf8')).toContain(`Dear reader ${turn}`)
    }
  })
  it('waits for another process that mends it, unless that one died', () => {
    mkdirSync(`${path}.mending`, { recursive: true })
    writeFileSync(path, 'x'.repeat(5_000))
    expect(appendHistory(path, runAt(1, row()), { waitMs: 20 })).toMatchObject({
      ok: false,
      trouble: { kind: 'damaged' },
    })
    const longAgo = new Date(Date.now() - 60_000)
    utimesSync(`${path}.mending`, longAgo, longAgo)
    expect(appendHistory(path, runAt(1, row()), { waitMs: 20 })).toMatchObject({ ok: true })
    expect(existsSync(`${path}.mending`)).toBe(false)
  })
  it('finds damage inside a file too', () => {
    for (let minute = 0; minute < 20; minute += 1)
      appendHistory(path, runAt(minute, ...Array.from({ length: 40 }, (_, index) => row({ name: `number ${index}` }))))
    const bytes = readFileSync(path)
    writeFileSync(path, bytes.fill(0x5a, 4096))
    expect(appendHistory(path, runAt(1, row()))).toEqual({ ok: true, setAside: 'history.sqlite.corrupt-1' })
    expect(verdicts()).toEqual([['passed']])
  })
  it.each([
    ['later', 'PRAGMA user_version = 99', 'a later version of Tableread made it'],
    ['foreign', 'PRAGMA user_version = 0; PRAGMA application_id = 0', 'it is a database of something else'],
    ['foreign', 'PRAGMA application_id = 7', 'it is a database of something else'],
  ])('leaves a file alone that is %s', (kind, sql, message) => {
    appendHistory(path, runAt(1, row()))
    const database = new DatabaseSync(path)
    database.exec(sql)
    database.close()
    expect(appendHistory(path, runAt(2, row()))).toEqual({ ok: false, trouble: { kind, message } })
    expect(verdicts()).toEqual([[kind]])
    expect(readdirSync(folder).filter((name) => name.includes('corrupt'))).toEqual([])
  })
  it.each([
    ['a text', () => writeFileSync(own, 'milk, eggs\n')],
    ['a JSON file that is long', () => writeFileSync(own, JSON.stringify({ name: 'x'.repeat(9_000) }))],
    ['a database that names its owner', () => makeForeign('PRAGMA application_id = 7')],
    ['a database that names none', () => makeForeign('SELECT 1')],
    ['a database with a log', () => makeForeign('PRAGMA journal_mode = WAL')],
  ])('never touches somebody else’s file: %s', (_, write) => {
    mkdirSync(folder, { recursive: true })
    write()
    const before = contents()
    expect(appendHistory(own, runAt(1, row()))).toMatchObject({ ok: false, trouble: { kind: 'foreign' } })
    expect(readTrends(own, everything)).toMatchObject({ ok: false, trouble: { kind: 'foreign' } })
    expect(contents()).toEqual(before)
  })
  it('takes an empty file, which reading leaves empty', () => {
    mkdirSync(folder, { recursive: true })
    writeFileSync(own, '')
    expect(readTrends(own, everything)).toMatchObject({ ok: false, trouble: { kind: 'missing' } })
    expect(readFileSync(own)).toHaveLength(0)
    expect(appendHistory(own, runAt(1, row()))).toEqual({ ok: true, setAside: null })
  })
  it('sets a history of its own name aside, where what it begins with says that it is one', () => {
    for (let minute = 0; minute < 20; minute += 1)
      appendHistory(own, runAt(minute, ...Array.from({ length: 40 }, (_, index) => row({ name: `number ${index}` }))))
    writeFileSync(own, readFileSync(own).fill(0x5a, 4096))
    expect(appendHistory(own, runAt(1, row()))).toEqual({ ok: true, setAside: 'own.sqlite.corrupt-1' })
  })
  it('gives up on a file that another process keeps locked, after a while', () => {
    appendHistory(path, runAt(1, row()))
    const database = new DatabaseSync(path)
    database.exec('BEGIN IMMEDIATE')
    const outcome = appendHistory(path, runAt(2, row()), { waitMs: 50 })
    database.exec('ROLLBACK')
    database.close()
    expect(outcome).toMatchObject({ ok: false, trouble: { kind: 'busy' } })
    expect(verdicts()).toEqual([['passed']])
  })
  it('says why SQLite ended a transaction by itself, as it does on a full disk', () => {
    appendHistory(path, runAt(1, row()))
    const database = new DatabaseSync(path)
    database.exec("CREATE TRIGGER full BEFORE INSERT ON runs BEGIN SELECT RAISE(ROLLBACK, 'the disk is full'); END")
    database.close()
    expect(appendHistory(path, runAt(2, row()))).toMatchObject({ ok: false, trouble: { message: 'the disk is full' } })
  })
  it('gives up on a place that takes no file', () => {
    writeFileSync(join(root, 'a-file'), '')
    const inFile = appendHistory(join(root, 'a-file', 'history.sqlite'), runAt(1, row()))
    mkdirSync(path, { recursive: true })
    const isFolder = appendHistory(path, runAt(1, row()))
    expect([inFile, isFolder]).toMatchObject([
      { ok: false, trouble: { kind: 'unwritable' } },
      { ok: false, trouble: { kind: 'unwritable' } },
    ])
  })
  it('is not made by reading', () => {
    expect(verdicts()).toEqual([['missing']])
    expect(existsSync(path)).toBe(false)
  })
  it('shows the newest runs, and only what is asked for', () => {
    for (let minute = 0; minute < 6; minute += 1)
      appendHistory(path, runAt(minute, row({ verdict: minute < 3 ? 'failed' : 'passed' }), row({ name: 'other' })))
    const read = readTrends(path, { choose: (subjects) => subjects.filter(({ name }) => name !== 'other'), last: 4 })
    expect(read.ok && read.trends.map(({ points }) => points.map(({ verdict }) => verdict))).toEqual([
      ['failed', 'passed', 'passed', 'passed'],
    ])
  })
})
