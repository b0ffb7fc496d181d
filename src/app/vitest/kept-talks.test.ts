import { existsSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { resultOf } from '../../compare/align/result.fixture.ts'
import { awaitTalk, listTalks, openTalks, saveSuiteState, saveTalk, type TalkPlace } from './kept-talks.ts'

const root = mkdtempSync(join(tmpdir(), 'tableread-talks-'))
afterAll(() => rmSync(root, { recursive: true }))

const never = new AbortController().signal
let count = 0

/** A suite that no other test knows. */
function place(): TalkPlace {
  count += 1
  const path = join(root, `suite-${count}.yaml`)
  writeFileSync(path, '')
  const folder = join(root, 'talks')
  openTalks(folder)
  return { folder, path, version: 'default' }
}

const talk = (at: number, script = 'script') => ({ at, script, result: resultOf([]), coverage: null })

describe('awaitTalk', () => {
  it('has nothing to wait for where the suite does not run', async () => {
    expect(await awaitTalk(place(), 's.yaml:4', 'script', never)).toBe(null)
  })

  it('gives the talk of an earlier run where the suite does not run now, if it sends the same', async () => {
    const at = place()
    saveTalk(at, 's.yaml:4', talk(1_000))
    saveSuiteState(at, { state: 'over', since: 2_000 })
    expect((await awaitTalk(at, 's.yaml:4', 'script', never))?.name).toBe('asks')
    expect(await awaitTalk(at, 's.yaml:4', 'another script', never)).toBe(null)
    expect(await awaitTalk({ ...at, version: 'draft' }, 's.yaml:4', 'script', never)).toBe(null)
  })

  it('waits for a suite that runs, and does not take the talk of the run before for it', async () => {
    const at = place()
    saveTalk(at, 's.yaml:4', talk(1_000))
    saveSuiteState(at, { state: 'running', since: 2_000 })
    const waiting = awaitTalk(at, 's.yaml:4', 'script', never)
    setTimeout(() => saveTalk(at, 's.yaml:4', talk(3_000)), 120)
    expect(await Promise.race([waiting, 'too early'])).toBe('too early')
    expect((await waiting)?.name).toBe('asks')
  })

  it('ends when the suite is over without it, and when the run is cancelled', async () => {
    const at = place()
    saveSuiteState(at, { state: 'running', since: 1 })
    setTimeout(() => saveSuiteState(at, { state: 'over', since: 1 }), 100)
    expect(await awaitTalk(at, 's.yaml:4', 'script', never)).toBe(null)
    const cancelled = place()
    saveSuiteState(cancelled, { state: 'running', since: 1 })
    expect(await awaitTalk(cancelled, 's.yaml:4', 'script', AbortSignal.timeout(100))).toBe(null)
  })

  it('waits only once for a suite that does not begin', async () => {
    const at = place()
    saveSuiteState(at, { state: 'queued', since: 1 })
    expect(await awaitTalk(at, 's.yaml:4', 'script', never, { whole: 200, queued: 100 })).toBe(null)
    const began = performance.now()
    expect(await awaitTalk(at, 's.yaml:11', 'script', never)).toBe(null)
    expect(performance.now() - began).toBeLessThan(20_000)
  })
})

describe('listTalks', () => {
  it('leaves out what was held before the suite was changed', () => {
    const at = place()
    saveTalk(at, 's.yaml:4', talk(1_000_000))
    saveTalk(at, 's.yaml:9', talk(3_000_000))
    utimesSync(at.path, 2_000, 2_000)
    expect(listTalks(at).map((each) => each.at)).toEqual([3_000_000])
    rmSync(at.path)
    expect(listTalks(at)).toEqual([])
  })
})

describe('saveTalk', () => {
  it('leaves nothing behind where the run is over and its folder gone', () => {
    const over = { ...place(), folder: join(root, 'over') }
    saveTalk(over, 's.yaml:4', talk(1_000))
    expect([existsSync(over.folder), listTalks(over)]).toEqual([false, []])
  })
})
