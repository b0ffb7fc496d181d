import { describe, expect, it } from 'vitest'
import { parseScript } from '../../suite/language/script/parse.ts'
import { selectForProject } from './configure.ts'

const versions = ['default', 'draft']

function kept(version: string, versionsGiven = false, wantedName?: string, draftless?: string[]): string[] {
  const turns = 'turns: [{ user: hi, expect: { reply: hi } }]'
  const names = ['free', 'pinned to draft', 'pinned to 2']
  const pins = ['', 'agent version: draft, ', 'agent version: 2, ']
  const list = names.map((name, index) => `  - { name: ${name}, ${pins[index]}${turns} }\n`).join('')
  const parsed = parseScript(`suite: s\nagent: a\nconversations:\n${list}`, 's.yaml')
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems))
  const settings = {
    version,
    versions,
    versionsGiven,
    timeLimitMs: 1,
    seed: 'tableread',
    again: [],
    stopAfterFailure: true,
    clock: false as const,
    reconcile: true,
    trace: false,
    review: { folder: '/work', snapshots: null, report: null },
    redact: [],
    prices: {},
    project: {},
    ...(draftless === undefined ? {} : { draftless }),
  }
  const selection =
    wantedName === undefined
      ? null
      : { files: [], includes: (_: string, { name }: { name: { value: string } }) => name.value === wantedName }
  return selectForProject(parsed.script, settings, selection).conversations.map(({ name }) => name.value)
}

describe('selectForProject', () => {
  it('runs a pinned conversation once: in the project of its version, else in the first', () => {
    expect(kept('default')).toEqual(['free', 'pinned to 2'])
    expect(kept('draft')).toEqual(['free', 'pinned to draft'])
  })

  it('runs all everywhere when the versions come from the command line', () => {
    expect(kept('draft', true)).toEqual(['free', 'pinned to draft', 'pinned to 2'])
  })

  it('keeps only what was asked for', () => {
    expect(kept('default', false, 'free')).toEqual(['free'])
    expect(kept('default', false, 'pinned to draft')).toEqual([])
  })

  it('leaves an agent without a draft out of that project, unless a suite asks for its draft by name', () => {
    expect(kept('draft', false, undefined, ['a'])).toEqual(['pinned to draft'])
    expect(kept('default', false, undefined, ['a'])).toEqual(['free', 'pinned to 2'])
    expect(kept('draft', false, undefined, ['b'])).toEqual(['free', 'pinned to draft'])
  })
})
