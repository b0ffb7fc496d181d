import { existsSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { afterAll, expect, it } from 'vitest'
import { whileLocked } from './file-lock.ts'

const folder = mkdtempSync(join(tmpdir(), 'tableread-lock-'))
afterAll(() => rmSync(folder, { recursive: true }))

it('waits for whoever holds the lock, and leaves none behind', async () => {
  const path = join(folder, 'file')
  writeFileSync(`${path}.lock`, '')
  const code = `setTimeout(() => require('node:fs').rmSync(process.argv[2]), 300)`
  const other = new Worker(code, { eval: true, argv: [`${path}.lock`] })
  await new Promise((ready) => other.once('online', ready))
  let hasLock = true
  whileLocked(path, () => {
    hasLock = existsSync(`${path}.lock`)
  })
  expect([hasLock, existsSync(`${path}.lock`)]).toEqual([true, false])
  await other.terminate()
})

it('takes away a lock that was left behind, and goes on without where none can be made', () => {
  const path = join(folder, 'other')
  writeFileSync(`${path}.lock`, '')
  utimesSync(`${path}.lock`, 1, 1)
  const done: string[] = []
  whileLocked(path, () => done.push('left behind'))
  writeFileSync(`${path}.lock`, '')
  const tomorrow = Date.now() / 1_000 + 86_400 // the clock was set back since
  utimesSync(`${path}.lock`, tomorrow, tomorrow)
  whileLocked(path, () => done.push('left behind tomorrow'))
  whileLocked(join(folder, 'none', 'file'), () => done.push('no folder'))
  expect(done).toEqual(['left behind', 'left behind tomorrow', 'no folder'])
})

it('leaves no lock behind what throws', () => {
  const path = join(folder, 'third')
  const broken = (): void => {
    throw new Error('broken')
  }
  expect(() => whileLocked(path, broken)).toThrow('broken')
  expect(existsSync(`${path}.lock`)).toBe(false)
})
