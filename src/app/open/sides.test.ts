import { describe, expect, it } from 'vitest'
import { readSides } from './sides.ts'

describe('the sides of a comparison', () => {
  const [byDefault, draft, two] = ['default', 'draft', '2'].map((version) => ({ agent: null, version }))
  it.each([
    [[], byDefault, draft, []],
    [['draft', '2'], draft, two, []],
    [['suites/a.yaml', 'b.yaml'], byDefault, draft, ['suites/a.yaml', 'b.yaml']],
    [['2', 'draft', 'suites'], two, draft, ['suites']],
    [['suites', '2', 'draft', 'more'], two, draft, ['suites', 'more']],
    [
      ['desk@2', 'other desk@draft', 'suites'],
      { agent: 'desk', version: '2' },
      { agent: 'other desk', version: 'draft' },
      ['suites'],
    ],
  ])('of %j', (args, a, b, paths) => {
    expect(readSides(args)).toEqual({ sides: { a, b }, paths })
  })
  it.each([
    [['draft'], 'draft is one\n   hint: write npx tableread compare default draft'],
    [['default', 'suites/a.yaml'], 'hint: write npx tableread compare default draft suites/a.yaml'],
    [['HEAD', 'suites'], 'HEAD is one\n   hint: write npx tableread compare HEAD default suites: what you have now'],
    [['2'], 'hint: write npx tableread compare default 2, or npx tableread compare 2 draft'],
    [['suites', 'draft'], 'draft is one\n   hint: write npx tableread compare default draft suites'],
    [['suites', '1', 'more'], 'write npx tableread compare default 1 suites more'],
    [['desk@draft', "it's.yaml"], "hint: write npx tableread compare desk@default desk@draft 'it'\\''s.yaml'"],
  ])('are two: %j is refused', (args, message) => {
    expect(() => readSides(args)).toThrow(message)
  })
  it('are refused when they are neither a side nor a file', () => {
    expect(() => readSides(['darft'])).toThrow(
      '"darft" is neither a version, a commit nor a path\n   hint: did you mean draft?',
    )
    expect(() => readSides(['default', 'drft'])).toThrow('hint: did you mean draft?')
    expect(() => readSides(['published', 'draft'])).toThrow('(default, which is published, draft, 2)')
    for (const args of [
      ['origin/no-branch', 'default'],
      ['default', 'origin/no-branch'],
    ])
      expect(() => readSides(args)).toThrow('"origin/no-branch" is neither a version, a commit nor a path')
    expect(() => readSides(['v2'])).toThrow('a side is a version (default, which is published, draft, 2)')
  })
})
