import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { appendHistory } from './append-history.ts'
import { openDatabase } from './database.ts'
import { row, runAt } from './history.fixture.ts'
import { type EarlierAsked, readEarlier } from './read-earlier.ts'

let folder = ''
let path = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tableread-earlier-'))
  path = join(folder, 'history.sqlite')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const { suite, name, agent, target } = row()
const subject: EarlierAsked = { id: 's.yaml:3', suite, name, agent, target, script: 'aaaa', agentPrint: 'print' }
const seenAt = (
  minute: number,
  of: number,
  over: Parameters<typeof row>[0] = {},
  kind: 'run' | 'compare' = 'compare',
) => {
  const ways = { of, failed: { 'turn 1: reply': 1 } }
  appendHistory(path, { ...runAt(minute, row({ agentPrint: 'print', ways, ...over })), kind })
}
const read = (over: Partial<EarlierAsked> = {}): unknown => {
  const history = readEarlier(path, [{ ...subject, ...over }])
  return history.ok ? history.ways.get('s.yaml:3') : history.trouble.kind
}

describe('earlier runs', () => {
  it('are those of the same script and agent, the newest first, whichever version it was then', () => {
    seenAt(1, 10)
    seenAt(2, 20, { version: 'draft' })
    const ways = (of: number) => ({ of, failed: { 'turn 1: reply': 1 } })
    expect(read()).toEqual([ways(20), ways(10)])
  })
  it('are plain runs as well, ten of them taken together, beside all comparisons', () => {
    const passes = { ways: { of: 1, failed: {} } }
    seenAt(1, 10)
    for (let minute = 2; minute <= 26; minute += 1) seenAt(minute, 1, minute % 5 === 0 ? {} : passes, 'run')
    const ways = (of: number, count: number) => ({ of, failed: { 'turn 1: reply': count } })
    expect(read()).toEqual([ways(10, 1), ways(10, 2), ways(10, 2), ways(5, 1)])
  })
  it.each([
    ['another script', { script: 'bbbb' }],
    ['an agent that was changed', { agentPrint: 'another' }],
    ['an agent that could not be seen', { agentPrint: undefined as unknown as string }],
    ['another service', { target: 'https://api.example.com' }],
    ['another conversation', { name: 'cancels an order' }],
    ['another suite', { suite: 'Returns' }],
    ['another agent', { agent: 'till' }],
  ])('are never those of %s', (_, over) => {
    seenAt(1, 10, over)
    seenAt(2, 1, over, 'run')
    expect(read()).toEqual([])
  })
  it('are never those that say nothing of ways, or of no judged run', () => {
    seenAt(1, 0)
    appendHistory(path, runAt(2, row({ agentPrint: 'print' })))
    expect(read()).toEqual([])
  })
  it('count for nothing where they are damaged', () => {
    seenAt(1, 10)
    seenAt(2, 20)
    const database = openDatabase(path, 100)
    database.exec(`UPDATE results SET ways = '{"of":-3,"failed":{}}' WHERE run = 1`)
    database.exec(`UPDATE results SET ways = '{"of":20,"failed":{"turn 1: reply":"x"}}' WHERE run = 2`)
    database.close()
    expect(read()).toEqual([{ of: 20, failed: {} }])
    const large = openDatabase(path, 100)
    large.exec(`UPDATE results SET ways = '{"of":1000000000,"failed":{"turn 1: reply":100000000}}' WHERE run = 1`)
    large.exec(`UPDATE results SET ways = '{"of":20,"failed":{"turn 1: reply":50}}' WHERE run = 2`)
    large.close()
    expect(read()).toEqual([{ of: 20, failed: { 'turn 1: reply': 50 } }]) // these count as twenty, see weighEarlier
    const again = openDatabase(path, 100)
    again.exec("UPDATE results SET ways = 'x'")
    again.close()
    expect(read()).toEqual([])
  })
  it('are the newest twenty', () => {
    for (let minute = 1; minute <= 22; minute += 1) seenAt(minute, minute)
    expect((read() as { of: number }[]).map(({ of }) => of)).toEqual(
      Array.from({ length: 20 }, (_, index) => 22 - index),
    )
  })
  it('are none where there is no history, and are not known where it is somebody else’s', () => {
    expect(readEarlier(path, [subject])).toEqual({ ok: true, ways: new Map() })
    writeFileSync(path, 'notes')
    expect(read()).toBe('foreign')
  })
})
