import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { describeStore } from '../store.fixture.ts'
import type { Store } from '../store.ts'
import { openDatabase } from './database.ts'
import { openSqliteStore } from './sqlite-store.ts'

const folder = mkdtempSync(join(tmpdir(), 'tableread-store-'))
let open: Store[] = []
const openFile = (name: string): Store => {
  const store = openSqliteStore(join(folder, name))
  open.push(store)
  return store
}

afterEach(() => {
  for (const store of open) store.close()
  open = []
})
afterAll(() => rmSync(folder, { recursive: true }))

describeStore('the store in SQLite, in memory', () => openSqliteStore(':memory:'))
describeStore('the store in a SQLite file', () => openFile('behaviour.db'))

describe('a data file', () => {
  it('holds what it held when it is opened again', () => {
    const store = openSqliteStore(join(folder, 'again.db'))
    store.keep('secret', 'x')
    store.putTimer({ id: 't', kind: 'call step', subject: 'c', due: 1 })
    store.close()
    const again = openFile('again.db')
    expect([again.kept('secret'), again.nextTimer()?.subject]).toEqual(['x', 'c'])
  })
  it('keeps nothing of a transaction that throws', () => {
    const store = openFile('thrown.db')
    expect(() =>
      store.transact(() => {
        store.keep('half', true)
        throw new Error('on purpose')
      }),
    ).toThrow('on purpose')
    expect(store.kept('half')).toBe(undefined)
    store.transact(() => store.keep('whole', true))
    expect(store.kept('whole')).toBe(true)
  })
  it('belongs to one service at a time', () => {
    openFile('held.db')
    expect(() => openFile('held.db')).toThrow('held.db cannot be opened: another process is using it')
  })
  it('is refused when it is something else, or from a later version', () => {
    writeFileSync(join(folder, 'letter.db'), 'Dear reader, '.repeat(100))
    expect(() => openFile('letter.db')).toThrow('it is not a data file of Tableread')
    expect(() => openFile('no/such/folder.db')).toThrow('cannot be opened')
    const later = openDatabase(join(folder, 'later.db'))
    later.exec('PRAGMA user_version = 999')
    later.close()
    expect(() => openFile('later.db')).toThrow('was made by a later version of Tableread')
  })

  it.each([
    ['a history', 'PRAGMA user_version = 1; PRAGMA application_id = 1952607858; CREATE TABLE runs (id)'],
    ['another program', 'CREATE TABLE notes (id)'],
    ['another program that counts versions', 'PRAGMA user_version = 1; CREATE TABLE sessions (id)'],
    ['another program, still empty', 'PRAGMA application_id = 7'],
  ])('is refused when it belongs to %s, and stays as it was', (name, sql) => {
    const path = join(folder, `${name}.db`)
    const database = new DatabaseSync(path)
    database.exec(sql)
    database.close()
    const before = readFileSync(path)
    expect(() => openFile(`${name}.db`)).toThrow('it is not a data file of Tableread')
    expect(readFileSync(path).equals(before)).toBe(true)
  })
})
