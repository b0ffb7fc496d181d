import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { allowThinking } from './thinking-time.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tableread-thinking-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** A workspace of one agent with these versions. */
function write(versions: string, rest = ''): void {
  writeFileSync(join(folder, 'desk.mjs'), 'export default async () => "Hi"\n')
  writeFileSync(join(folder, 'workspace.yaml'), 'workspace: w\nkeys: [key]\nagents: [desk.yaml]\n')
  writeFileSync(join(folder, 'desk.yaml'), `agent: desk\nid: d\npublished: 1\nversions:\n${versions}\n${rest}\n`)
}

const settled = { target: null, timeLimitMs: 30_000, timeLimitStated: false }

describe('the time limit of a turn that nobody states', () => {
  it.each([
    ['30 s where all agents answer at once', '  1: { otherwise: [{ say: Hi }] }', '', 30_000],
    ['30 s where thinking takes less', '  1: { module: ./desk.mjs, limits: { time: 5 s } }', '', 30_000],
    ['a second more than 60 s, the usual limit', '  1: { module: ./desk.mjs }', '', 61_000],
    [
      'that of the slowest version',
      '  1: { module: ./desk.mjs }\n  2: { webhook: "http://127.0.0.1:1", limits: { time: 180 s } }',
      '',
      181_000,
    ],
    ['that of the draft', '  1: { module: ./desk.mjs }', 'draft: { based on: 1, limits: { time: 120 s } }', 121_000],
    ['30 s where the workspace is broken, which is told elsewhere', '  1: { modul: ./desk.mjs }', '', 30_000],
  ])('is %s', async (_, versions, rest, expected) => {
    write(versions, rest)
    expect((await allowThinking({ ...settled, workspace: folder })).timeLimitMs).toBe(expected)
  })

  it('is what somebody states, and that of a service with an address of its own', async () => {
    write('  1: { module: ./desk.mjs, limits: { time: 120 s } }')
    const given = { ...settled, workspace: folder }
    expect((await allowThinking({ ...given, timeLimitMs: 7_000, timeLimitStated: true })).timeLimitMs).toBe(7_000)
    expect((await allowThinking({ ...given, target: 'http://127.0.0.1:1' })).timeLimitMs).toBe(30_000)
    expect((await allowThinking({ ...settled, workspace: null })).timeLimitMs).toBe(30_000)
  })
})
