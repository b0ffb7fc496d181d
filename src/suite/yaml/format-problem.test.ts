import { expect, it } from 'vitest'
import { columnsOf } from '../../base/text/characters.ts'
import { excerpt } from './format-problem.ts'

it('shows the line before, the line and a caret for the whole place', () => {
  expect(excerpt('a: 1\nbb: xyz\n', { line: 2, column: 5, length: 3 })).toBe('  1 | a: 1\n  2 | bb: xyz\n    |     ^^^')
})

it('leaves a blank line before out', () => {
  expect(excerpt('\nb: 1', { line: 2, column: 1, length: 1 })).toBe('  2 | b: 1\n    | ^')
})

it('keeps the caret visible in a very long line', () => {
  const lines = excerpt(`${'x'.repeat(500)}HERE${'y'.repeat(500)}`, { line: 1, column: 501, length: 4 }).split('\n')
  expect(lines[0]?.length).toBeLessThan(120)
  expect(lines[0]?.slice(lines[1]?.indexOf('^'), (lines[1]?.indexOf('^') ?? 0) + 4)).toBe('HERE')
  expect(lines[1]?.indexOf('^')).toBe(54) // in the middle
  const last = excerpt(`${'x'.repeat(500)}HERE`, { line: 1, column: 501, length: 4 }).split('\n')
  expect(last[0]).toBe(`  1 | ${'x'.repeat(96)}HERE`)
})

it.each([
  ['that begins before the end', `${'x'.repeat(90)} misspelt_name: 1, ${'y'.repeat(50)}`],
  ['behind wide letters', `${'例'.repeat(60)} misspelt_name: 1 ${'y'.repeat(50)}`],
  ['between wide letters far out', `${'例'.repeat(300)} misspelt_name: 1 ${'例'.repeat(300)}`],
  ['at the very end', `${'x'.repeat(95)} misspelt_name`],
])('shows the whole of a word in a long line, no wider than others: %s', (_, line) => {
  const at = { line: 2, column: line.indexOf('misspelt_name') + 1, length: 13 }
  const [before = '', excerptLine = '', caret = ''] = excerpt(`${line}\n${line}`, at).split('\n')
  expect(before.slice(4)).toBe(excerptLine.slice(4)) // the same part of the line before
  expect(columnsOf(excerptLine)).toBeLessThanOrEqual(106)
  expect(columnsOf(excerptLine.slice(0, excerptLine.indexOf('misspelt_name')))).toBe(caret.indexOf('^'))
  expect(caret).toMatch(/ \^{13}$/)
})

it.each([
  ['apiKey: abc-123', 'apiKey: *******'],
  ['  - x-api-key: "a\\"b" # mine', '  - x-api-key: ****** # mine'],
  [
    "metadata: { token: 'abc', tier: gold, SHOP_API_KEY: k1 }",
    'metadata: { token: *****, tier: gold, SHOP_API_KEY: ** }',
  ],
  ['password: "{{env.PASSWORD}}"', 'password: "{{env.PASSWORD}}"'],
  ['keyword: abc', 'keyword: abc'],
])('shows no value behind the name of a secret: %s', (line, wantedLine) => {
  const at = { line: 2, column: 1, length: 3 }
  expect(excerpt(`${line}\n${line}`, at).split('\n').slice(0, 2)).toEqual([
    `  1 | ${wantedLine}`,
    `  2 | ${wantedLine}`,
  ])
})

it.each([
  ['wide letters', '例例: ok, bad: 1', 'bad'],
  ['an emoji of several people', '"👩‍👩‍👧": ok, bad: 1', 'bad'],
  ['combining accents', 'e\u0301e\u0301: bad', 'bad'],
  ['wide letters to mark', 'x: 例例', '例例'],
])('puts the caret below what it marks after %s', (_, line, mark) => {
  const [, caret = ''] = excerpt(line, { line: 1, column: line.indexOf(mark) + 1, length: mark.length }).split('\n')
  const width = (text: string): number => columnsOf(text)
  expect(caret.indexOf('^') - '  1 | '.length).toBe(width(line.slice(0, line.indexOf(mark))))
  expect(caret.match(/\^/g)).toHaveLength(width(mark))
})

it('repeats tabs, and cuts no character in two', () => {
  expect(excerpt('a\tb: x', { line: 1, column: 3, length: 1 })).toBe('  1 | a\tb: x\n    |  \t^')
  const text = excerpt(`${'🎉'.repeat(300)}`, { line: 1, column: 302, length: 2 })
  expect(text).not.toMatch(/\p{Surrogate}/u)
})
