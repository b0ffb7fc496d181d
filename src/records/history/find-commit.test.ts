import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { findCommit } from './find-commit.ts'

const root = mkdtempSync(join(tmpdir(), 'tableread-commit-'))
afterAll(() => rmSync(root, { recursive: true }))
const [one, two] = ['1'.repeat(40), '2'.repeat(40)]

function repository(name: string, files: Record<string, string>): string {
  const folder = join(root, name)
  mkdirSync(join(folder, '.git/refs/heads'), { recursive: true })
  mkdirSync(join(folder, 'deep/er'), { recursive: true })
  for (const [path, text] of Object.entries(files)) writeFileSync(join(folder, '.git', path), text)
  return folder
}

describe('the commit', () => {
  it.each([
    ['detached', { HEAD: `${one}\n` }, one],
    ['branch', { HEAD: 'ref: refs/heads/main\n', 'refs/heads/main': `${one}\n` }, one],
    ['packed', { HEAD: 'ref: refs/heads/main\n', 'packed-refs': `# pack\n${two} refs/heads/main\n` }, two],
    ['new', { HEAD: 'ref: refs/heads/main\n' }, null],
    ['odd', { HEAD: 'something else' }, null],
  ])('of a folder that is %s', (name, files, commit) => {
    expect(findCommit(join(repository(name, files), 'deep/er'), {})).toBe(commit)
  })
  it('of a linked working tree', () => {
    const main = repository('main', { HEAD: 'ref: refs/heads/main\n', 'refs/heads/side': `${two}\n` })
    mkdirSync(join(main, '.git/worktrees/side'), { recursive: true })
    writeFileSync(join(main, '.git/worktrees/side/HEAD'), 'ref: refs/heads/side\n')
    writeFileSync(join(main, '.git/worktrees/side/commondir'), '../..\n')
    mkdirSync(join(root, 'side'))
    writeFileSync(join(root, 'side/.git'), `gitdir: ${join(main, '.git/worktrees/side')}\n`)
    expect(findCommit(join(root, 'side'), {})).toBe(two)
  })
  it('is what the CI says', () => {
    expect(findCommit(root, { GITHUB_SHA: one })).toBe(one)
    expect(findCommit(root, { GITHUB_SHA: 'main; rm -rf' })).toBe(null)
  })
})
