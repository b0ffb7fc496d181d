import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { readSuites } from '../suites/read-suites.ts'
import { findChangedScripts, findTarget } from './changed-scripts.ts'

const folder = mkdtempSync(join(tmpdir(), 'tableread-changed-'))
const git = (...args: string[]): void =>
  void execFileSync('git', ['-C', folder, '-c', 'user.name=A', '-c', 'user.email=a@b.c', ...args], { stdio: 'pipe' })
const write = (file: string, head: string, ...conversations: string[]): void =>
  writeFileSync(
    join(folder, file),
    `suite: S\nagent: desk\n${head}conversations:\n${conversations.map((each) => `  - name: ${each}\n    turns: [{ user: hi, expect: { reply: ok } }]\n`).join('')}`,
  )

/** The conversations of all suites that are new or changed, by name; with what the commit is called. */
function changed(environment: NodeJS.ProcessEnv = {}, revisionNames: string[] = []): string[] {
  const read = readSuites({ suites: ['suites'], folder, within: folder })
  const revisions = revisionNames.map((each) => ({
    asked: each,
    label: each,
    commit: '',
    number: 9,
    wholeVersions: new Map(),
    packages: [],
  }))
  const since = findChangedScripts(read, folder, findTarget({ folder, revisions }, environment))
  return read.suites.flatMap(({ script }) =>
    script.conversations.flatMap((conversation) => {
      const name = since({ file: script.file, conversation } as never)
      return name === null ? [] : [`${conversation.name.value}: ${name.replace(/ .*/, '')}`]
    }),
  )
}

describe('what is new or changed in suites', () => {
  beforeEach(() => {
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(join(folder, 'suites'), { recursive: true })
    write('suites/a.yaml', '', 'one', 'two', 'three')
    git('init', '--quiet')
    git('add', '-A')
    git('commit', '--quiet', '-m', 'first')
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('is nothing where nothing differs, and nothing is known without a repository', () => {
    expect(changed()).toEqual([])
    write('suites/a.yaml', '', 'one', 'other', 'three')
    rmSync(join(folder, '.git'), { recursive: true })
    expect(changed()).toEqual([])
  })
  it('is by its own lines, added, changed and gone', () => {
    write('suites/a.yaml', '', 'one', 'other', 'three', 'four')
    expect(changed()).toEqual(['other: HEAD', 'four: HEAD'])
    write('suites/a.yaml', '', 'one', 'two\n    tags: [x]', 'three')
    expect(changed()).toEqual(['two: HEAD'])
    git('commit', '--quiet', '-am', 'tagged')
    write('suites/a.yaml', '', 'one', 'two', 'three')
    expect(changed()).toEqual(['two: HEAD'])
  })
  it('is all of a suite whose head differs, or which is new, and none of one that moved', () => {
    write('suites/a.yaml', 'every turn: { reply: { present: true } }\n', 'one', 'two')
    expect(changed()).toEqual(['one: HEAD', 'two: HEAD'])
    git('checkout', '--quiet', '.')
    write('suites/b.yaml', '', 'four')
    expect(changed()).toEqual(['four: HEAD'])
    rmSync(join(folder, 'suites/b.yaml'))
    renameSync(join(folder, 'suites/a.yaml'), join(folder, 'suites/c.yaml'))
    git('add', '-A')
    expect(changed()).toEqual([])
  })
  it('is since the commit of a side, else the target of a pull or merge request', () => {
    const first = execFileSync('git', ['-C', folder, 'rev-parse', 'HEAD'], { encoding: 'utf8' }).trim()
    write('suites/a.yaml', '', 'one', 'two', 'three', 'four')
    git('commit', '--quiet', '-am', 'second')
    expect(changed()).toEqual([])
    expect(changed({}, ['HEAD~1'])).toEqual(['four: HEAD~1'])
    expect(changed({ GITHUB_EVENT_NAME: 'pull_request' })).toEqual(['four: HEAD^1'])
    expect(changed({ GITHUB_EVENT_NAME: 'schedule' })).toEqual([])
    expect(changed({ CI_MERGE_REQUEST_DIFF_BASE_SHA: first })).toEqual([
      `four: ${first.slice(0, Math.max(7, first.search(/\D/) + 1))}`,
    ])
    expect(changed({ CI_MERGE_REQUEST_DIFF_BASE_SHA: '0'.repeat(40) })).toEqual([])
  })
})
