import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fitToWorkspace } from './fit-to-workspace.ts'

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

const settings = {
  target: null,
  timeLimitMs: 30_000,
  timeLimitFrom: undefined,
  versions: ['default'],
  versionsGiven: false,
}

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
    expect((await fitToWorkspace({ ...settings, workspace: folder })).timeLimitMs).toBe(expected)
  })

  it('is what somebody states, and that of a service with an address of its own', async () => {
    write('  1: { module: ./desk.mjs, limits: { time: 120 s } }')
    const options = { ...settings, workspace: folder }
    expect((await fitToWorkspace({ ...options, timeLimitMs: 7_000, timeLimitFrom: '--time-limit' })).timeLimitMs).toBe(
      7_000,
    )
    expect((await fitToWorkspace({ ...options, target: 'http://127.0.0.1:1' })).timeLimitMs).toBe(30_000)
    expect((await fitToWorkspace({ ...settings, workspace: null })).timeLimitMs).toBe(30_000)
  })
})

describe('an agent without a draft', () => {
  const both = { ...settings, versions: ['default', 'draft'] }

  it('is noted where the config names a draft beside other versions', async () => {
    write('  1: { otherwise: [{ say: Hi }] }')
    expect((await fitToWorkspace({ ...both, workspace: folder })).draftless).toEqual(['desk'])
    for (const other of [{ versionsGiven: true }, { versions: ['draft'] }, { target: 'http://127.0.0.1:1' }])
      expect(await fitToWorkspace({ ...both, workspace: folder, ...other })).not.toHaveProperty('draftless')
  })

  it('is none where it has one', async () => {
    write('  1: { otherwise: [{ say: Hi }] }', 'draft: { based on: 1 }')
    expect(await fitToWorkspace({ ...both, workspace: folder })).not.toHaveProperty('draftless')
  })
})
