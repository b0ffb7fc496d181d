import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { ReviewEntry } from '../../compare/review/settle-reviews.ts'
import { readYaml } from '../../suite/yaml/read-yaml.ts'
import type { Reading } from '../../suite/yaml/shape.ts'
import { findAlias, reviewsShape, writeReviews } from './reviews-file.ts'

const entryOf = (conversation: string, ids: string[], more: Partial<ReviewEntry> = {}): ReviewEntry => ({
  ...{ suite: 'Orders', conversation, agent: 'desk', differs: ['turn 1: it waits'], fingerprint: ids },
  ...{ decision: 'approved', by: 'Ada', on: '2026-11-28', why: 'it is meant' },
  ...more,
})

function read(text: string): { entries: ReviewEntry[] | undefined; problems: string[] } {
  const yaml = readYaml(text, 'reviews.yaml', 'hint')
  if (!yaml.ok) return { entries: undefined, problems: yaml.problems.map(({ message }) => message) }
  const reading: Reading = { file: 'reviews.yaml', problems: [] }
  const entries = reviewsShape.read(yaml.root, reading)
  return { entries, problems: reading.problems.map(({ at, message }) => `${at.line}:${at.column} ${message}`) }
}

const [one, two, three] = ['abcdefghij', 'bcdefghijk?', 'cdefghijkl']

describe('a file of decisions', () => {
  it('is read as it was written, whatever its texts hold', () => {
    const hostile = entryOf('yes: "no" # &a *b', [one, two], {
      why: '- [x]: {y}\n# z',
      by: '22:00',
      until: '2027-01-01',
    })
    const { entries, problems } = read(writeReviews(null, { add: [hostile, entryOf('on', [three])] }))
    expect(problems).toEqual([])
    expect(entries).toEqual([entryOf('on', [three]), hostile])
  })

  it('has the same text whoever decides first, and keeps comments', () => {
    const [a, b] = [entryOf('a', [one]), entryOf('b', [three])]
    const first = writeReviews(writeReviews(null, { add: [a] }), { add: [b] })
    expect(writeReviews(writeReviews(null, { add: [b] }), { add: [a] })).toBe(first)
    const text = first.replace(
      '- suite: Orders\n  conversation: b',
      '# ask Ben in May\n- suite: Orders\n  conversation: b',
    )
    expect(writeReviews(text, { drop: [a] })).toContain('# ask Ben in May')
  })

  it('has one decision about the same differences: the last', () => {
    const text = writeReviews(writeReviews(null, { add: [entryOf('a', [one, two])] }), {
      add: [entryOf('a', ['bcdefghijk', one], { decision: 'rejected' })],
    })
    expect(read(text).entries?.map(({ decision }) => decision)).toEqual(['rejected'])
  })

  it('is refused by line and column where it is broken, or decides both ways', () => {
    const text = writeReviews(null, { add: [entryOf('a', [one]), entryOf('b', [three])] })
    expect(read(text.replace(one, 'abc!')).problems).toEqual(['8:16 "abc!" is no fingerprint'])
    expect(read(text.replace('approved', 'perhaps')).problems[0]).toContain('9:13')
    expect(read(text.replace('2026-11-28', '28 November')).problems[0]).toMatch(/^11:7 /)
    const both = text
      .replace('conversation: b', 'conversation: a')
      .replace(three, one)
      .replace(/approved(?![\s\S]*approved)/, 'rejected')
    expect(read(both).problems).toEqual([expect.stringMatching(/"a" is rejected here, and approved on line \d+/)])
  })

  it('is told where it has an alias, and no text is taken for one', () => {
    const text = writeReviews(null, { add: [entryOf('a *b', [one], { why: 'x: *y' })] })
    expect(findAlias(text)).toBe(null)
    expect(findAlias(`${text}- *a\n`)).toEqual({ line: text.split('\n').length, column: 3 })
  })
})

describe('decisions of two people, merged by git', () => {
  const entry = (name: string): ReviewEntry => entryOf(name, [one], { why: `${name} is meant` })
  const base = writeReviews(null, { add: ['a', 'm', 'z'].map(entry) })

  function merge(ours: string, theirs: string, ...flags: string[]): { status: number | null; text: string } {
    const folder = mkdtempSync(join(tmpdir(), 'tableread-merge-'))
    try {
      const files = { ours: writeReviews(base, { add: [entry(ours)] }), base }
      for (const [name, text] of Object.entries({ ...files, theirs: writeReviews(base, { add: [entry(theirs)] }) }))
        writeFileSync(join(folder, name), text)
      const { status, stdout } = spawnSync('git', ['merge-file', '-p', ...flags, 'ours', 'base', 'theirs'], {
        cwd: folder,
        encoding: 'utf8',
      })
      return { status, text: stdout }
    } finally {
      rmSync(folder, { recursive: true })
    }
  }

  it('are those of both, in order, where others stand between them', () => {
    const both = writeReviews(base, { add: [entry('b'), entry('n')] })
    expect(merge('b', 'n')).toEqual({ status: 0, text: both })
  })

  it('conflict where they are neighbours, and are refused where the lines of both came out mixed', () => {
    expect(merge('b', 'c').status).toBeGreaterThan(0)
    const { entries, problems } = read(merge('b', 'c', '--union').text)
    expect([entries, problems.length > 0]).toEqual([undefined, true])
  })
})
