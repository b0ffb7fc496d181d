import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { appendHistory, setAside } from './append-history.ts'
import { row, runAt } from './history.fixture.ts'

const all = mkdtempSync(join(tmpdir(), 'tableread-set-aside-'))
afterAll(() => rmSync(all, { recursive: true, force: true }))
let path = ''
beforeEach(() => {
  path = join(mkdtempSync(join(all, 'each-')), '.tableread', 'history.sqlite')
  mkdirSync(dirname(path))
})

const change = (sql: string): void => {
  const database = new DatabaseSync(path)
  database.exec(sql)
  database.close()
}

describe('setting a history aside', () => {
  it('leaves one alone that another process has mended meanwhile', () => {
    appendHistory(path, runAt(1, row()))
    expect(setAside(path, 50)).toBe(null)
    expect(existsSync(path)).toBe(true)
    expect(readdirSync(join(path, '..')).filter((name) => /corrupt|mending/.test(name))).toEqual([])
  })
  it('leaves one alone that is of a later Tableread', () => {
    appendHistory(path, runAt(1, row()))
    change('PRAGMA user_version = 99')
    expect(setAside(path, 50)).toBe(null)
  })
  it('moves what is no database, and what lacks a table or a column', () => {
    writeFileSync(path, 'x'.repeat(5_000))
    expect(setAside(path, 50)).toBe(`${path}.corrupt-1`)
    for (const [index, sql] of [
      'ALTER TABLE runs RENAME TO walks',
      'ALTER TABLE results RENAME COLUMN judged TO seen',
    ].entries()) {
      appendHistory(path, runAt(1, row()))
      change(sql)
      expect(setAside(path, 50)).toBe(`${path}.corrupt-${index + 2}`)
      expect(existsSync(path)).toBe(false)
    }
  })
  it('says that a file cannot be moved away, and loses nothing', () => {
    const long = join(dirname(path), 'x'.repeat(250)) // no name beside it can be longer
    writeFileSync(long, 'x'.repeat(5_000))
    const unmovable = {
      trouble: { kind: 'unwritable', message: 'it is damaged, and cannot be moved away (ENAMETOOLONG)' },
    }
    expect(() => setAside(long, 50)).toThrow(expect.objectContaining(unmovable))
    expect(readFileSync(long, 'utf8')).toHaveLength(5_000)
  })
})
