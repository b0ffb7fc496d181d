import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { appendHistory } from './append-history.ts'
import { row, runAt } from './history.fixture.ts'
import { readLatest } from './read-latest.ts'

let folder = ''
let path = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tableread-latest-'))
  path = join(folder, 'history.sqlite')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const read = (over: Partial<ReturnType<typeof row>> = {}): unknown => {
  const { suite, name, agent, version, target } = row(over)
  const history = readLatest(path, [{ id: 'it', suite, name, agent, version, target }])
  return history.ok ? history.read.get('it') : history.trouble.kind
}

it('knows nothing where there is no file, or no run of the conversation', () => {
  expect(read()).toBeUndefined()
  appendHistory(path, runAt(1, row()))
  expect([read({ name: 'another' }), read({ version: 'draft' })]).toEqual([undefined, undefined])
})

it('is what the newest run found that reached the conversation, which no comparison is', () => {
  appendHistory(path, runAt(1, row({ verdict: 'failed' })))
  appendHistory(path, runAt(2, row({ name: 'another' })))
  appendHistory(path, { ...runAt(3, row({ verdict: 'passed' })), kind: 'compare' })
  expect(read()).toBe('not passed')
  appendHistory(path, runAt(4, row({ verdict: 'expected fail' })))
  expect(read()).toBe('passed')
})

it('counts each of several that share a name', () => {
  appendHistory(path, runAt(1, row({ verdict: 'passed' }), row({ verdict: 'flaky' })))
  expect(read()).toBe('not passed')
})

it('takes the embedded service with any workspace for local', () => {
  appendHistory(path, runAt(1, row({ target: 'local demo' })))
  expect([read({ target: 'local' }), read({ target: 'https://live.example' })]).toEqual(['passed', undefined])
})
