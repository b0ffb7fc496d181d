import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type FileWatch, watchFiles } from './watch-files.ts'

let folder: string
let watched: FileWatch
let changes: string[][]
const putFile = (name: string, text: string): void => writeFileSync(join(folder, name), text)
const at = (...names: string[]): string[] => names.map((name) => join(folder, name))

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tableread-watch-'))
  mkdirSync(join(folder, 'more'))
  putFile('a', '1')
  putFile('b', '1')
  changes = []
})
afterEach(() => {
  watched.stop()
  rmSync(folder, { recursive: true, force: true })
})

const next = async (): Promise<string[] | undefined> => {
  const before = changes.length
  for (const end = Date.now() + 60_000; changes.length === before && Date.now() < end; )
    await new Promise((done) => setTimeout(done, 10))
  return changes[before]
}

it('tells which files changed, once for several steps, and that something beside them did', async () => {
  watched = watchFiles(at('a', 'b'), (changed) => changes.push(changed))
  putFile('a', '22')
  putFile('a', '333')
  putFile('b', '22')
  expect((await next())?.sort()).toEqual(at('a', 'b'))
  putFile('other', '1')
  expect(await next()).toEqual([])
  expect(changes).toHaveLength(2)
})

it('tells of a file that goes, comes back, or comes for the first time, and of folders that were added', {
  tags: 'slow',
}, async () => {
  watched = watchFiles(at('a', 'none/there'), (changed) => changes.push(changed))
  rmSync(join(folder, 'a'))
  expect(await next()).toEqual(at('a'))
  putFile('a', '1')
  expect(await next()).toEqual(at('a'))
  watched.add(at('more/new'))
  putFile('more/new', '1')
  expect(await next()).toEqual(at('more/new'))
  watched.stop()
  putFile('a', '4444')
  expect(await Promise.race([next(), new Promise((done) => setTimeout(() => done('nothing'), 400))])).toBe('nothing')
})
