import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { findGone } from './gone-conversations.ts'
import { readSuites } from './read-suites.ts'

const folder = mkdtempSync(join(tmpdir(), 'tableread-gone-'))
const git = (...args: string[]): void =>
  void execFileSync('git', ['-C', folder, '-c', 'user.name=A', '-c', 'user.email=a@b.c', ...args], { stdio: 'pipe' })
const write = (file: string, suite: string, ...names: string[]): void =>
  writeFileSync(
    join(folder, file),
    `suite: ${suite}\nagent: desk\ninclude: [shared.yaml]\nconversations:\n${names.map((each) => `  - name: ${each}\n    turns: [{ user: hi, expect: { reply: "{{word}}" } }]\n`).join('')}`,
  )

/** The warnings of these paths, each with its file. */
function gone(...suites: string[]): string[] {
  const asked = { folder, suites: suites.length === 0 ? ['suites'] : suites }
  const read = readSuites({ ...asked, within: folder })
  return findGone(read, asked, { commit: 'HEAD', label: 'main' }).map(({ file, message }) => `${file}: ${message}`)
}

describe('conversations of a commit that no suite has any more', () => {
  beforeEach(() => {
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(join(folder, 'suites'), { recursive: true })
    writeFileSync(join(folder, 'suites/shared.yaml'), 'variables: { word: ok }\n')
    write('suites/a.yaml', 'A', 'one', 'two', 'three', 'four', 'five')
    write('suites/b.yaml', 'B', 'one', 'six')
    git('init', '--quiet')
    git('add', '-A')
    git('commit', '--quiet', '-m', 'first')
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('are none where nothing is gone: moved, added, or of a suite or file with another name', () => {
    expect(gone()).toEqual([])
    write('suites/a.yaml', 'Another A', 'five', 'four', 'three', 'two', 'one', 'zero')
    renameSync(join(folder, 'suites/b.yaml'), join(folder, 'suites/c.yaml'))
    expect(gone()).toEqual([])
  })
  it('are named, file by file, also of a file that is gone', () => {
    write('suites/a.yaml', 'A', 'one')
    rmSync(join(folder, 'suites/b.yaml'))
    expect(gone()).toEqual([
      'suites/a.yaml: 4 conversations of main are gone: "two", "three", "four" and 1 more',
      'suites/b.yaml: 2 conversations of main are gone: "one", "six"',
    ])
    expect(gone('suites/a*.yaml')).toEqual([expect.stringContaining('suites/a.yaml: 4')])
    expect(gone('suites/a.yaml')).toEqual([expect.stringContaining('suites/a.yaml: 4')])
  })
  it('are one where it has another name', () => {
    write('suites/b.yaml', 'B', 'one', 'seven')
    expect(gone()).toEqual(['suites/b.yaml: 1 conversation of main is gone: "six"'])
  })
  it('are told of as well where they are only skipped or excused since', () => {
    const mark = (from: string, to: string): void =>
      writeFileSync(
        join(folder, 'suites/b.yaml'),
        readFileSync(join(folder, 'suites/b.yaml'), 'utf8').replace(from, to),
      )
    mark('name: one\n', 'name: one\n    skip: flaky\n')
    mark('name: six\n', 'name: six\n    expected fail: { reason: known, until: 2999-01-01 }\n')
    const warnings = [
      'suites/b.yaml: 1 conversation of main is skipped now: "one"',
      'suites/b.yaml: 1 conversation of main is expected to fail now: "six"',
    ]
    expect(gone()).toEqual(warnings)
    git('commit', '--quiet', '-am', 'second')
    expect(gone()).toEqual([])
    mark('    skip: flaky\n', '')
    expect(gone()).toEqual([])
  })
  it('are none of a suite that is broken now, and none without a repository', () => {
    writeFileSync(join(folder, 'suites/b.yaml'), 'suite: B\nconversations: 1\n')
    expect(gone()).toEqual([])
    rmSync(join(folder, 'suites/b.yaml'))
    rmSync(join(folder, '.git'), { recursive: true })
    expect(gone()).toEqual([])
  })
})
